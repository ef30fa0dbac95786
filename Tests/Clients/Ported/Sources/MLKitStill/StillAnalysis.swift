// SPDX-License-Identifier: Apache-2.0
import MLKitFaceDetection
import MLKitPoseDetection
import MLKitVision
import UIKit

enum StillError: Error {
    case nobody
}

/// The analysis that an app shows for a photo from the library.
final class StillAnalysis {
    let boxes = FaceDetector.faceDetector()

    private lazy var detailed: FaceDetector = {
        let options = FaceDetectorOptions()
        options.performanceMode = .accurate
        options.landmarkMode = .all
        options.classificationMode = .all
        options.minFaceSize = CGFloat(0.1)
        return FaceDetector.faceDetector(options: options)
    }()

    private lazy var contours: FaceDetector = {
        let options = FaceDetectorOptions()
        options.contourMode = .all
        return FaceDetector.faceDetector(options: options)
    }()

    private let poses: PoseDetector = {
        let options = AccuratePoseDetectorOptions()
        options.detectorMode = .singleImage
        return PoseDetector.poseDetector(options: options)
    }()

    func faces(in photo: UIImage) throws -> [Face] {
        let image = VisionImage(image: photo)
        image.orientation = photo.imageOrientation
        return try detailed.results(in: image)
    }

    /// The points of each contour of the largest face.
    func outlines(in photo: UIImage) throws -> [FaceContourType: [CGPoint]] {
        guard let face = try contours.results(in: VisionImage(image: photo)).first else { throw StillError.nobody }
        var outlines: [FaceContourType: [CGPoint]] = [:]
        for contour in face.contours {
            outlines[contour.type] = contour.points.map { CGPoint(x: $0.x, y: $0.y) }
        }
        return outlines
    }

    func body(in photo: UIImage) throws -> Pose {
        let image = VisionImage(image: photo)
        guard let pose = try poses.results(in: image).first else { throw StillError.nobody }
        return pose
    }

    func count(in photo: UIImage, completion: @escaping (Int, Error?) -> Void) {
        let image = VisionImage(image: photo)
        weak var weakSelf = self
        boxes.process(image) { faces, error in
            guard weakSelf != nil else { return }
            guard error == nil, let faces = faces else {
                completion(0, error)
                return
            }
            completion(faces.count, nil)
        }
    }

    /// The angle at the middle joint, in degrees.
    func angle(first: PoseLandmark, middle: PoseLandmark, last: PoseLandmark) -> CGFloat {
        let radians: CGFloat =
            atan2(last.position.y - middle.position.y, last.position.x - middle.position.x)
            - atan2(first.position.y - middle.position.y, first.position.x - middle.position.x)
        var degrees = abs(radians * 180.0 / .pi)
        if degrees > 180.0 { degrees = 360.0 - degrees }
        return degrees
    }
}
