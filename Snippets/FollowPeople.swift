import Foundation
import Lineament
import LineamentVideo

let options = PoseLandmarkerOptions()
options.numPoses = 4
options.separation = .distinct
options.smoothing = .everyone
let landmarker = try PoseLandmarker(options: options)

let reader = try VideoReader(URL(fileURLWithPath: CommandLine.arguments[1]))
for try await result in landmarker.results(for: reader.frames) {
    for pose in result.poses {
        let hip = pose[.leftHip].position(in: CGSize(width: reader.width, height: reader.height))
        print("\(result.timestampInMilliseconds) ms: person \(pose.trackID ?? 0) at \(Int(hip.x)), \(Int(hip.y))")
    }
}
