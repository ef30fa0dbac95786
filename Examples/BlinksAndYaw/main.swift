// Prints, as CSV, how far the eyes of each person in a video are closed, and where the head turns.
//
// usage: BlinksAndYaw VIDEO > table.csv

import Foundation
import Lineament
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = .max
options.smoothing = .everyone
options.outputFaceBlendshapes = true
options.outputFacialTransformationMatrixes = true
let landmarker = try FaceLandmarker(options: options)

print("time_ms,person,blink_left,blink_right,yaw")
for try await result in landmarker.results(for: try VideoReader(CommandLine.arguments[1]).frames) {
    for face in result.faces {
        guard let id = face.trackID, let shapes = face.blendshapes, let angles = face.angles else { continue }
        let columns = [shapes[.eyeBlinkLeft], shapes[.eyeBlinkRight], angles.yaw].map { "\($0)" }
        print("\(result.timestampInMilliseconds),\(id)", columns.joined(separator: ","), separator: ",")
    }
}
