import Foundation
import Lineament
import LineamentImages

/// Drops small faces; put a model of your own in the place of `detector`.
struct LargeFacesOnly: FaceDetecting {
    let detector: FaceDetector
    let minHeight: CGFloat

    func faces(in image: MPImage) throws -> [Detection] {
        try detector.faces(in: image).filter { $0.boundingBox.height >= minHeight }
    }
}

let detectorOptions = FaceDetectorOptions()
detectorOptions.range = .auto
let detector = LargeFacesOnly(detector: try FaceDetector(options: detectorOptions), minHeight: 60)

let options = FaceLandmarkerOptions()
options.numFaces = 10
options.faceDetector = detector
let landmarker = try FaceLandmarker(options: options)
let image = try MPImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
print(try landmarker.detect(image: image).faces.count)

// What the contract asks for.
let (faces, again) = (try detector.faces(in: image), try detector.faces(in: image))
precondition(zip(faces, faces.dropFirst()).allSatisfy { $0.score >= $1.score })
precondition(faces.allSatisfy { $0.boundingBox.width > 0 && $0.boundingBox.height > 0 })
precondition(faces.allSatisfy { ($0.keypoints?.count ?? 2) >= 2 })
precondition(faces == again)
