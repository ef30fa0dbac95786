// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Detects faces of all sizes and gives each the bounding box and the six keypoints of MediaPipe's detector.
///
/// MediaPipe's detector runs on each face that YuNet detects, in an upright close-up. Where it sees no face (because of
/// a mask, a profile, or a face of ten pixels), the box and keypoints are derived from YuNet's.
///
/// A detection of MediaPipe's in the whole image is kept as it is, with two exceptions. A face that the search
/// localizes better replaces it: in groups, boxes are often too large or cover two faces. And a detection that is not
/// reliable by itself is dropped if the search saw the whole image and found no hint of a face there.
struct MultiScaleFaceDetector: FaceDetectionStage {
    /// MediaPipe's detector.
    let base: BlazeFaceDetector
    /// The search for faces of all sizes.
    let search: PyramidFaceSearch

    /// The score from which a detection of MediaPipe's detector needs no confirmation; cats, walls and upside-down
    /// faces reach 0.66.
    private static let reliableScore: Float = 0.75
    /// The YuNet score from which a detection is a hint.
    private static let hintScore: Float = 0.55
    /// The minimum score of a face in a close-up, MediaPipe's default.
    private static let closeUpScore: Float = 0.5
    /// The overlap above which two boxes in a close-up are merged, MediaPipe's default.
    private static let closeUpSuppression: Float = 0.3
    /// The smaller side of an image, in pixels, below which YuNet has too little to confirm detections.
    private static let minSide = 64

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        let known = try base.faces(in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold)
        let detections = try search.faces(
            in: pixels, upright: QuarterTurn(nearest: region.rotation),
            isUprightCertain: known.contains { $0.score >= Self.reliableScore })
        // Faces of YuNet get the box and the keypoints of MediaPipe's detector.
        let small = detections.confident.filter { $0.confidence >= minScore }
        let found = try Concurrent.map(small) { try refined($0, in: pixels, unlessAmong: known) }
        // Detections of MediaPipe's detector stay if they are reliable, or YuNet has a hint of them or cannot tell.
        let hints = detections.hints.filter { $0.score >= Self.hintScore }.map { $0.rawDetection(in: pixels.size).box }
        let credible = known.filter { face in
            face.score >= Self.reliableScore || !detections.isComplete
                || min(pixels.width, pixels.height) < Self.minSide
                || hints.contains { $0.supports(face.box) }
        }
        return try credible.merged(with: found.distinct())
    }

    /// Returns the faces that MediaPipe's detector detects in the frame, and those that a part of the search shows. The
    /// first frame is searched whole.
    func faces(
        inFrame frame: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, timestamp: Int,
        search: inout VideoFaceSearch
    ) throws -> [RawDetection] {
        guard let share = search.share(of: frame, timestamp: timestamp) else {
            return try faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
        }
        let known = try base.faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
        let small = try search.advance(
            self.search, in: frame, timestamp: timestamp, share: share, upright: QuarterTurn(nearest: region.rotation),
            isUprightCertain: known.contains { $0.score >= Self.reliableScore }
        ).filter { $0.confidence >= minScore }
        let found = try Concurrent.map(small) { try refined($0, in: frame, unlessAmong: known) }
        return try known.merged(with: found.distinct())
    }

    /// Returns the face as MediaPipe's detector detects it in a close-up, which is not needed for faces that it has
    /// detected in the whole image.
    private func refined(
        _ face: YuNetDetection, in pixels: PixelBuffer, unlessAmong known: [RawDetection]
    ) throws -> RawDetection {
        let size = pixels.size
        let derived = face.rawDetection(in: size)
        if known.contains(where: { $0.score >= Self.reliableScore && $0.isSameFace(as: derived) }) { return derived }
        let seen = try base.faces(
            in: pixels, region: face.closeUpRegion(in: size), minScore: Self.closeUpScore,
            iouThreshold: Self.closeUpSuppression, usesAllThreads: false, keepsBoxSize: true
        ).max { $0.box.intersectionOverUnion(derived.box) < $1.box.intersectionOverUnion(derived.box) }
        guard let seen, seen.box.isFaceOfCloseUp(of: derived.box) else { return derived }
        return RawDetection(box: seen.box, score: derived.score, keypoints: seen.keypoints)
    }
}

extension [RawDetection] {
    /// Returns the faces without those that, once refined, coincide with an earlier one.
    fileprivate func distinct() throws -> [RawDetection] {
        try keepingFirst { $0.box.isSameRefinedFace(as: $1.box) }
    }
}

extension YuNetDetection {
    /// The distance of the eyes, relative to the width of the box, below which the line between them is meaningless.
    private static let minEyeDistance: Float = 0.2
    // How MediaPipe's detector places boxes and ears where both detectors see the same face, relative to YuNet's box and
    // the distance of the eyes.
    private static let boxSide: Float = 0.86
    private static let boxShift: Float = 0.1
    private static let earDistance: Float = 0.55
    private static let earDrop: Float = 0.08
    /// The side of the square around a face in which MediaPipe's detector expects it, relative to YuNet's box.
    private static let closeUpSide: Float = 2.2

    /// The roll of the face, in radians, clockwise.
    private var rotation: Float {
        let eyes = points[1] - points[0]
        // In a profile, the eyes nearly coincide.
        let frame = Float(turn.rawValue) * .pi / 2
        guard eyes.length > Self.minEyeDistance * size.x else { return frame }
        return atan2(eyes.y, eyes.x)
    }

    /// The unit vector from the forehead to the chin, in the image.
    private var down: SIMD2<Float> { SIMD2(-sin(rotation), cos(rotation)) }

    /// Returns a square around the face in which it is upright and has the size that MediaPipe's detector expects.
    fileprivate func closeUpRegion(in imageSize: ImageSize) -> RotatedRect {
        let side = Self.closeUpSide * max(size.x, size.y)
        return RotatedRect(
            xCenter: center.x / imageSize.width, yCenter: center.y / imageSize.height, width: side / imageSize.width,
            height: side / imageSize.height, rotation: rotation)
    }

    /// Returns the box and keypoints where MediaPipe's detector would place them: a box from the eyebrows to the chin,
    /// and ears next to the eyes.
    fileprivate func rawDetection(in imageSize: ImageSize) -> RawDetection {
        let pixels = SIMD2(imageSize.width, imageSize.height)
        let side = Self.boxSide * max(size.x, size.y)
        let middle = center + down * (Self.boxShift * size.y)
        let mouth = (points[3] + points[4]) / 2
        let eyes = points[1] - points[0]
        let rightEar = points[0] - eyes * Self.earDistance + down * (Self.earDrop * size.y)
        let leftEar = points[1] + eyes * Self.earDistance + down * (Self.earDrop * size.y)
        let keypoints = [points[0], points[1], points[2], mouth, rightEar, leftEar].map { $0 / pixels }
        return RawDetection(
            box: BoundingBox(minimum: (middle - side / 2) / pixels, maximum: (middle + side / 2) / pixels),
            score: confidence, keypoints: keypoints)
    }
}
