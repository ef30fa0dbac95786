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
for pose in result.poses {
    let wrist = pose.worldLandmarks[.leftWrist]
    print("left wrist at \(pose[.leftWrist].x), \(pose[.leftWrist].y), depth \(wrist.z) m from the hips")
}
let drawing = try PoseOverlay(result).drawn(over: pixels)
try ImageEncoder().write(drawing, to: URL(fileURLWithPath: CommandLine.arguments[2]))
