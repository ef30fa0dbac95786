import Foundation
import Lineament
import LineamentImages
import LineamentRender

let options = PoseLandmarkerOptions()
options.numPoses = 4
options.separation = .distinct
options.shouldOutputSegmentationMasks = true
let landmarker = try PoseLandmarker(options: options)

let pixels = try ImageDecoder().decode(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let result = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
for (body, world) in zip(result.landmarks, result.worldLandmarks) {
    let wrist = PoseLandmark.leftWrist.rawValue
    print("wrist at \(body[wrist].x), \(body[wrist].y), \(world[wrist].z) m in front of or behind the hips")
}
let canvas = try Canvas(pixels)
canvas.draw(PoseOverlay(result))
let drawing = try ImageEncoder().encode(canvas.image(), as: .png)
try drawing.write(to: URL(fileURLWithPath: CommandLine.arguments[2]))
