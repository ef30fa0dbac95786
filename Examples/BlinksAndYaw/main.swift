// SPDX-License-Identifier: Apache-2.0

// Prints, as CSV, how far each person's eyes are closed (0 open, 1 closed) and the yaw of the head (degrees, positive
// toward the right edge of the image) in each frame of a video.
//
// usage: swift run -c release BlinksAndYaw clip.mp4 > table.csv

import Foundation
import Lineament
import LineamentVideo

guard CommandLine.arguments.count == 2 else {
    print("usage: BlinksAndYaw VIDEO")
    exit(2)
}
let options = FaceLandmarkerOptions()
options.numFaces = .max
options.range = .auto  // faces of all sizes
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
