import Foundation
import Lineament
import LineamentImages

let options = FaceLandmarkerOptions()
options.range = .auto
options.numFaces = Int.max
options.maxSearchedPixels = 50_000_000
let landmarker = try FaceLandmarker(options: options)

let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let size = CGSize(width: image.width, height: image.height)
for face in try landmarker.detect(image: image).faces {
    guard let box = face.landmarks.boundingBox(in: size) else { continue }
    print("\(Int(box.width)) x \(Int(box.height)) pixels at \(Int(box.minX)), \(Int(box.minY))")
}
