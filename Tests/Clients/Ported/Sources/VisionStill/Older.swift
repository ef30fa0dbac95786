// SPDX-License-Identifier: Apache-2.0
import CoreImage
import ImageIO
import UIKit
import Vision

extension CGImagePropertyOrientation {
    init(_ orientation: UIImage.Orientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        @unknown default: self = .up
        }
    }
}

/// The drawing over a photo, in pixels of the shown photo from its upper left corner.
struct Found {
    var faceBoxes: [CGRect] = []
    var leftEyes: [[CGPoint]] = []
    var roll: Double?
    var quality: Float?
    var joints: [VNHumanBodyPoseObservation.JointName: CGPoint] = [:]
    var people: [CGRect] = []
}

/// Faces and bodies with the names that begin with VN.
func findOlder(in photo: UIImage) throws -> Found {
    guard let cgImage = photo.cgImage else { return Found() }
    let orientation = CGImagePropertyOrientation(photo.imageOrientation)
    let handler = VNImageRequestHandler(cgImage: cgImage, orientation: orientation, options: [:])
    let (width, height) = (Int(photo.size.width * photo.scale), Int(photo.size.height * photo.scale))
    var found = Found()

    let faces = VNDetectFaceRectanglesRequest { request, error in
        guard error == nil, let results = request.results as? [VNFaceObservation] else { return }
        found.faceBoxes = results.map { face in
            let box = VNImageRectForNormalizedRect(face.boundingBox, width, height)
            return CGRect(
                x: box.minX, y: CGFloat(height) - box.maxY, width: box.width, height: box.height)
        }
    }
    faces.revision = VNDetectFaceRectanglesRequestRevision3
    let landmarks = VNDetectFaceLandmarksRequest()
    let quality = VNDetectFaceCaptureQualityRequest()
    let bodies = VNDetectHumanBodyPoseRequest()
    let people = VNDetectHumanRectanglesRequest()
    people.upperBodyOnly = true
    try handler.perform([faces, landmarks, quality, bodies, people])

    for face in landmarks.results ?? [] {
        guard let eye = face.landmarks?.leftEye else { continue }
        found.leftEyes.append(
            eye.normalizedPoints.map { point in
                let inImage = CGPoint(
                    x: face.boundingBox.minX + point.x * face.boundingBox.width,
                    y: face.boundingBox.minY + point.y * face.boundingBox.height)
                let pixel = VNImagePointForNormalizedPoint(inImage, width, height)
                return CGPoint(x: pixel.x, y: CGFloat(height) - pixel.y)
            })
        found.roll = face.roll?.doubleValue
    }
    found.quality = quality.results?.first?.faceCaptureQuality
    if let body = bodies.results?.first {
        let points = try body.recognizedPoints(.all)
        for (name, point) in points where point.confidence > 0.3 {
            let pixel = VNImagePointForNormalizedPoint(point.location, width, height)
            found.joints[name] = CGPoint(x: pixel.x, y: CGFloat(height) - pixel.y)
        }
    }
    found.people = (people.results ?? []).map { VNImageRectForNormalizedRect($0.boundingBox, width, height) }
    return found
}
