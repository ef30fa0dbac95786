// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A face as YuNet detects it: a box from the forehead to the chin and five points, in pixels.
struct YuNetDetection: Sendable {
    /// The center of the box, in pixels.
    var center: SIMD2<Float>
    /// The width and height of the box in the upright frame of the face, in pixels.
    var size: SIMD2<Float>
    /// The score that the network outputs, 0 to 1; see ``confidence``.
    var score: Float
    /// The right eye, left eye, nose tip, and right and left corners of the mouth, in pixels; sides are the subject's.
    var points: [SIMD2<Float>]
    /// The rotation of the tile in which the face was detected.
    var turn = QuarterTurn.none

    /// The bounding box in the image, in pixels.
    var box: BoundingBox {
        let upright = turn.swapsSides ? SIMD2(size.y, size.x) : size
        return BoundingBox(minimum: center - upright / 2, maximum: center + upright / 2)
    }

    /// The score mapped to the scale of MediaPipe's detectors.
    ///
    /// On the labeled photos, a detection that YuNet scores at least 0.8 at its best scale is a face in 99 of 100
    /// cases, and one that it scores lower is as likely to be none as one. So 0.8 is mapped to 0.5, the default of
    /// `minDetectionConfidence`, and 0.9 to 0.95.
    var confidence: Float { sigmoid((score - Self.even) * Self.steepness) }

    /// The YuNet score that is mapped to 0.5.
    private static let even: Float = 0.8
    /// The slope of the logistic function, which maps 0.9 to 0.95.
    private static let steepness: Float = 30
}

extension [YuNetDetection] {
    /// The score that a detection in the expected rotation may lack against one of the same face in another. With a
    /// beard, a small face upside down scores 0.04 more than upright.
    private static var scoreOfExpectedTurn: Float { 0.05 }

    /// Returns each face once, best first: among detections of the same face, the one with the best score.
    /// - Parameter expected: The rotation in which faces are known to be; `nil` if none is.
    /// - Throws: ``LineamentError`` with code `deadlineExceeded`.
    func nonMaxSuppression(expecting expected: QuarterTurn? = nil) throws -> [YuNetDetection] {
        func rank(_ face: YuNetDetection) -> Float {
            face.turn == expected ? face.score + Self.scoreOfExpectedTurn : face.score
        }
        return try sorted { rank($0) > rank($1) }.map { (face: $0, box: $0.box) }
            .keepingFirst { $0.box.isSameFaceInPyramid(as: $1.box) }.map(\.face)
    }
}
