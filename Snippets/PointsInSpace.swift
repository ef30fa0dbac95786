import Foundation
import Lineament
import LineamentImages

let options = FaceLandmarkerOptions()
options.outputFacialTransformationMatrixes = true
let landmarker = try FaceLandmarker(options: options)
let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let size = CGSize(width: image.width, height: image.height)

for face in try landmarker.detect(image: image).faces {
    let eye = face.landmarks[.leftEyeOuterCorner]
    print("fractions of the image: \(eye.x), \(eye.y); depth on the scale of x: \(eye.z)")
    print("pixels from the upper left corner: \(eye.position(in: size))")
    guard let matrix = face.transformationMatrix else { continue }
    let (x, y, z) = (matrix[row: 0, column: 3], matrix[row: 1, column: 3], matrix[row: 2, column: 3])
    print("the head: \(x) cm to the right of the camera's axis, \(y) cm above it, \(-z) cm away")
}
