import Foundation
import Lineament
import LineamentImages

let options = FaceLandmarkerOptions()
options.numFaces = 5
options.range = .auto  // faces of all sizes; .short is MediaPipe's default
options.outputFaceBlendshapes = true
let landmarker = try FaceLandmarker(options: options)

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let result = try landmarker.detect(image: image)
for face in result.faces {
    let nose = face.landmarks[.noseTip]
    let smile = face.blendshapes?[.mouthSmileLeft] ?? 0
    print("nose tip at \(nose.x), \(nose.y), smile \(smile)")
}
