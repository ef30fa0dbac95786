import Foundation
import Lineament
import LineamentImages

let options = FaceLandmarkerOptions()
options.numFaces = 5
options.range = .auto  // everybody; .short is MediaPipe's own
options.outputFaceBlendshapes = true
let landmarker = try FaceLandmarker(options: options)

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let result = try landmarker.detect(image: image)
for (face, shapes) in zip(result.faceLandmarks, result.faceBlendshapes) {
    let smile = shapes.categories[44].score  // mouthSmileLeft
    print("nose tip at \(face[1].x), \(face[1].y), smile \(smile)")
}
