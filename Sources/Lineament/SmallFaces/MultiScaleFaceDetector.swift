internal import Foundation

/// Detects faces of all sizes and gives each the box and the six keypoints of MediaPipe's detector.
///
/// Every face that YuNet detects is shown to MediaPipe's detector again, on its own and upright; where that sees no face
/// (a mask, a profile, a face of ten pixels) box and keypoints are derived from YuNet's. What MediaPipe's detector finds
/// in the whole image stays as it is, unless it was detected better: in a group its boxes are often too large, or one for
/// two faces.
struct MultiScaleFaceDetector: FaceDetectionStage {
    /// MediaPipe's detector.
    let base: BlazeFaceDetector
    let search: PyramidFaceSearch

    /// From this score MediaPipe's detector alone is right often enough; a cat, a wall or a face upside down reach 0.66.
    private static let reliableScore: Float = 0.75
    private static let hintOverlap: Float = 0.3
    private static let hintScore: Float = 0.55
    /// In smaller images the pyramid has little to go by.
    private static let smallestSide = 64

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        let known = try base.faces(in: pixels, region: region, minScore: minScore, iouThreshold: iouThreshold)
        let detections = try search.faces(in: pixels)
        let small = detections.confident.filter { $0.confidence >= minScore }
        let found = try Concurrent.map(small) { try refined($0, in: pixels) }
        let hints = detections.hints.filter { $0.score >= Self.hintScore }.map { $0.rawDetection(in: pixels.size).box }
        let credible = known.filter { face in
            face.score >= Self.reliableScore || min(pixels.width, pixels.height) < Self.smallestSide
                || hints.contains { $0.intersectionOverUnion(face.box) > Self.hintOverlap }
        }
        return credible.merged(with: found.distinct)
    }

    /// The face as MediaPipe's detector sees it when it is shown nothing else.
    private func refined(_ face: YuNetDetection, in pixels: PixelBuffer) throws -> RawDetection {
        let size = pixels.size
        let derived = face.rawDetection(in: size)
        let seen = try base.faces(
            in: pixels, region: face.closeUpRegion(in: size), minScore: 0.5, iouThreshold: 0.3, usesAllThreads: false,
            keepsBoxSize: true
        ).max { $0.box.intersectionOverUnion(derived.box) < $1.box.intersectionOverUnion(derived.box) }
        guard let seen, seen.box.intersectionOverUnion(derived.box) > 0.35 else { return derived }
        return RawDetection(box: seen.box, score: derived.score, keypoints: seen.keypoints)
    }
}

extension [RawDetection] {
    private static var overlapOfOneFace: Float { 0.6 }
    private static var overlapOfTwoFaces: Float { 0.3 }

    /// These faces of MediaPipe's detector and those of the pyramid search, each face once, best score first. A face of
    /// MediaPipe's is kept as it is, unless the pyramid search shows that it stands for something else.
    fileprivate func merged(with found: [RawDetection]) -> [RawDetection] {
        let confirmed = filter { known in
            found.contains { $0.box.intersectionOverUnion(known.box) > Self.overlapOfOneFace }
                || !found.contains { $0.box.touchesCenter(of: known.box) }
        }
        let others = found.filter { face in
            !confirmed.contains { $0.box.intersectionOverUnion(face.box) > Self.overlapOfOneFace }
        }
        // Equal scores keep their order.
        return (confirmed + others).enumerated()
            .sorted { ($0.element.score, -$0.offset) > ($1.element.score, -$1.offset) }.map(\.element)
    }

    /// Without those that turned out, once refined, to be a face already in the list: one at 45 degrees, say, that was
    /// detected in two turns.
    fileprivate var distinct: [RawDetection] {
        keepingFirst { $0.box.intersectionOverUnion($1.box) > Self.overlapOfTwoFaces }
    }
}

extension BoundingBox {
    /// Whether the boxes overlap so far that one contains the other's centre.
    fileprivate func touchesCenter(of other: BoundingBox) -> Bool {
        contains(other.center) || other.contains(center) || intersectionOverUnion(other) > 0.2
    }

    private func contains(_ point: SIMD2<Float>) -> Bool {
        point.x > minimum.x && point.y > minimum.y && point.x < maximum.x && point.y < maximum.y
    }
}

extension YuNetDetection {
    /// The rotation of the face, clockwise in radians.
    private var rotation: Float {
        let eyes = points[1] - points[0]
        // In a profile the eyes are one, and their line says nothing.
        let frame = Float(turn.rawValue) * .pi / 2
        guard (eyes * eyes).sum().squareRoot() > 0.2 * size.x else { return frame }
        return atan2(eyes.y, eyes.x)
    }

    private var down: SIMD2<Float> { SIMD2(-sin(rotation), cos(rotation)) }

    /// A square about the face in which it is upright and as large as MediaPipe's detector expects it.
    fileprivate func closeUpRegion(in imageSize: ImageSize) -> RotatedRect {
        let side = 2.2 * max(size.x, size.y)
        return RotatedRect(
            xCenter: center.x / imageSize.width, yCenter: center.y / imageSize.height, width: side / imageSize.width,
            height: side / imageSize.height, rotation: rotation)
    }

    /// Box and keypoints as MediaPipe's detector would place them: from eyebrows to chin, and ears beside the eyes.
    fileprivate func rawDetection(in imageSize: ImageSize) -> RawDetection {
        let pixels = SIMD2(imageSize.width, imageSize.height)
        let side = 0.86 * max(size.x, size.y)
        let middle = center + down * (0.1 * size.y)
        let mouth = (points[3] + points[4]) / 2
        let eyes = points[1] - points[0]
        let rightEar = points[0] - eyes * 0.55 + down * (0.08 * size.y)
        let leftEar = points[1] + eyes * 0.55 + down * (0.08 * size.y)
        let keypoints = [points[0], points[1], points[2], mouth, rightEar, leftEar].map { $0 / pixels }
        return RawDetection(
            box: BoundingBox(minimum: (middle - side / 2) / pixels, maximum: (middle + side / 2) / pixels),
            score: confidence, keypoints: keypoints)
    }
}
