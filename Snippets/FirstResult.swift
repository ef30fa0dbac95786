import Foundation
import Lineament
import LineamentImages

let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
for face in try landmarker.detect(image: image).faces {
    print(face.landmarks[.noseTip])
}
