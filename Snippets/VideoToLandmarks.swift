import Foundation
import Lineament
import LineamentVideo

let options = FaceLandmarkerOptions()
options.numFaces = 3
options.smoothing = .everyone
let landmarker = try FaceLandmarker(options: options)

let reader = try VideoReader(URL(fileURLWithPath: CommandLine.arguments[1]))
for try await result in landmarker.results(for: reader.frames) {
    for face in result.faces {
        print(result.timestampInMilliseconds, face.trackID ?? 0, face.landmarks[.noseTip])
    }
}
