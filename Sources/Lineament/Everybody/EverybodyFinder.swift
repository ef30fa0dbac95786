internal import Foundation
internal import LiteRT

/// Finds everybody's face and gives each the box and the six keypoints of the original's detector.
///
/// Every face is looked at again by the original's detector, on its own, turned upright; where that sees no face (a mask, a
/// profile, a face of ten pixels) box and keypoints are derived from YuNet's. What the original finds in the whole
/// picture stays as it is, unless it was found better: in a group its boxes are often too large, or one for two faces.
struct EverybodyFinder: FaceFinding {
    /// The original's detector.
    let original: FaceFinder
    let search: FaceSearch

    /// The original's detector alone is right often enough from this score on; a cat, a wall or a face upside down reach
    /// 0.66.
    private static let sureScore: Float = 0.75
    private static let overlapOfHints: Float = 0.3
    private static let hintScore: Float = 0.55
    /// In smaller pictures the closer search has little to go by.
    private static let smallestSide = 64

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate] {
        let known = try original.faces(in: pixels, region: region, minScore: minScore, suppression: suppression)
        let findings = try search.faces(in: pixels)
        let small = findings.sure.filter { SmallFaceScore.confidence($0.score) >= minScore }
        let found = try Concurrent.map(small) { try secondLook(at: $0, in: pixels) }
        let hints = findings.hints.filter { $0.score >= Self.hintScore }.map { $0.candidate(in: pixels.size).box }
        let credible = known.filter { face in
            face.score >= Self.sureScore || min(pixels.width, pixels.height) < Self.smallestSide
                || hints.contains { $0.intersectionOverUnion(face.box) > Self.overlapOfHints }
        }
        return credible.completed(by: found.distinct)
    }

    /// The face as the original's detector sees it when it is shown nothing else.
    private func secondLook(at face: SmallFace, in pixels: PixelBuffer) throws -> Candidate {
        let size = pixels.size
        let derived = face.candidate(in: size)
        let seen = try original.faces(
            in: pixels, region: face.closeUp(in: size), minScore: 0.5, suppression: 0.3, isAlone: false,
            keepsUpright: true
        ).max { $0.box.intersectionOverUnion(derived.box) < $1.box.intersectionOverUnion(derived.box) }
        guard let seen, seen.box.intersectionOverUnion(derived.box) > 0.35 else { return derived }
        return Candidate(box: seen.box, score: derived.score, keypoints: seen.keypoints)
    }
}

extension [Candidate] {
    /// These faces of the original's detector and those found by a closer search, each face once: the original's first,
    /// unless the closer search shows that it stands for something else.
    fileprivate func completed(by found: [Candidate]) -> [Candidate] {
        let confirmed = filter { known in
            found.contains { $0.box.intersectionOverUnion(known.box) > Self.overlapOfOneFace }
                || !found.contains { $0.box.touchesMiddle(of: known.box) }
        }
        let others = found.filter { face in
            !confirmed.contains { $0.box.intersectionOverUnion(face.box) > Self.overlapOfOneFace }
        }
        return confirmed + others
    }

    /// Without those that turned out, on the second look, to be a face already in the list: one at 45 degrees, say, that was
    /// found in two turns.
    fileprivate var distinct: [Candidate] {
        reduce(into: []) { kept, face in
            if !kept.contains(where: { $0.box.intersectionOverUnion(face.box) > Self.overlapOfTwoFaces }) {
                kept.append(face)
            }
        }
    }

    private static var overlapOfOneFace: Float { 0.6 }
    private static var overlapOfTwoFaces: Float { 0.3 }
}

extension Box {
    /// Whether the boxes overlap so far that one has the other's middle.
    fileprivate func touchesMiddle(of other: Box) -> Bool {
        contains(other.center) || other.contains(center) || intersectionOverUnion(other) > 0.2
    }

    private func contains(_ point: SIMD2<Float>) -> Bool {
        point.x > minimum.x && point.y > minimum.y && point.x < maximum.x && point.y < maximum.y
    }
}

extension SmallFace {
    /// How the face is turned, clockwise in radians.
    private var rotation: Float {
        let eyes = points[1] - points[0]
        // In a profile the eyes are one, and their line says nothing.
        let frame = Float(quarterTurns) * .pi / 2
        guard (eyes * eyes).sum().squareRoot() > 0.2 * size.x else { return frame }
        return atan2(eyes.y, eyes.x)
    }

    private var down: SIMD2<Float> { SIMD2(-sin(rotation), cos(rotation)) }

    /// A square about the face in which it stands upright and is as large as the original's detector likes it.
    fileprivate func closeUp(in imageSize: ImageSize) -> RotatedRect {
        let side = 2.2 * max(size.x, size.y)
        return RotatedRect(
            xCenter: center.x / imageSize.width, yCenter: center.y / imageSize.height, width: side / imageSize.width,
            height: side / imageSize.height, rotation: rotation)
    }

    /// Box and keypoints as the original's detector would put them, from eyebrows to chin, and ears beside the eyes.
    fileprivate func candidate(in imageSize: ImageSize) -> Candidate {
        let pixels = SIMD2(imageSize.width, imageSize.height)
        let side = 0.86 * max(size.x, size.y)
        let middle = center + down * (0.1 * size.y)
        let mouth = (points[3] + points[4]) / 2
        let eyes = points[1] - points[0]
        let rightEar = points[0] - eyes * 0.55 + down * (0.08 * size.y)
        let leftEar = points[1] + eyes * 0.55 + down * (0.08 * size.y)
        let keypoints = [points[0], points[1], points[2], mouth, rightEar, leftEar].map { $0 / pixels }
        return Candidate(
            box: Box(minimum: (middle - side / 2) / pixels, maximum: (middle + side / 2) / pixels),
            score: SmallFaceScore.confidence(score), keypoints: keypoints)
    }
}
