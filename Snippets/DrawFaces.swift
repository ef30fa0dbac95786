import Foundation
import Lineament
import LineamentImages
import LineamentRender

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let detector = try FaceDetector(options: FaceDetectorOptions())
let result = try detector.detect(image: MPImage(pixelBuffer: pixels))
let drawing = try FaceDetectionOverlay(result).drawn(over: pixels)
try ImageEncoder().write(drawing, to: URL(fileURLWithPath: CommandLine.arguments[2]))
