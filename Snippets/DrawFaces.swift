import Foundation
import Lineament
import LineamentImages
import LineamentRender

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let detector = try FaceDetector(options: FaceDetectorOptions())
let canvas = try Canvas(pixels)
canvas.draw(FaceDetectionOverlay(try detector.detect(image: MPImage(pixelBuffer: pixels))))
let jpeg = try ImageEncoder().encode(canvas.image(), as: .jpeg)
try jpeg.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
