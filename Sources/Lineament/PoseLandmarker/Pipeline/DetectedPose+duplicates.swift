// SPDX-License-Identifier: Apache-2.0

/// Decides whether two results show the same body, for `separation = .distinct`.
///
/// The landmark model reports a person for almost any part of one: a sleeve, a knee, the head alone. A result next to
/// known people therefore has to be elsewhere, and show a whole body.
extension DetectedPose {
    /// The indices of the landmarks that belong to a part of the body.
    private enum Part {
        static let head = PoseLandmark.nose.rawValue...PoseLandmark.mouthRight.rawValue
        static let torso = [PoseLandmark.leftShoulder, .rightShoulder, .leftHip, .rightHip].map(\.rawValue)
    }

    /// The distance, in radii of the larger head, below which two heads are the same.
    private static let closestHeads: Float = 1.5
    /// The distance of the center of a head from that of a face, in sizes of the face, below which it is that head's.
    private static let closestFace: Float = 0.6
    /// The median distance of landmarks, in body heights, below which two results show the same body. Results on one
    /// body differ by 0.01 to 0.04; those on people who embrace, by at least 0.1.
    private static let closestPeople: Float = 0.06
    /// The median distance, in body heights, that the landmarks of a real body may move when the model is run again on
    /// the region it predicts. On the test photos, real bodies move by 0.005 to 0.015; parts of people and the space
    /// between two by 0.02 to 0.05.
    private static let maxDrift: Float = 0.018
    /// The same if the body's head is known to be a face, so that only its pose may be wrong.
    private static let maxDriftBelowFace: Float = 0.03
    /// The ratio of heights below which the smaller of two results in the same place is a part of the larger.
    private static let wholePerson: Float = 0.75
    /// The mean visibility and presence of the landmarks above which a result is likely a whole body.
    private static let wholeBodyConfidence: Float = 0.5
    /// The intersection over union, of the region and the next one, above which a result is likely a whole body.
    private static let wholeBodyOverlap: Float = 0.4

    /// Returns whether two results show the same body, or one shows a part of the other.
    func isSame(as other: DetectedPose, in size: ImageSize) -> Bool {
        let mine = points(in: size)
        let theirs = other.points(in: size)
        return Self.medianDistance(mine, theirs) < Self.closestPeople * max(height(in: size), other.height(in: size))
            || Self.haveOneHead(mine, theirs)
            || isPart(mine, of: theirs, other, in: size) || other.isPart(theirs, of: mine, self, in: size)
    }

    /// Whether the result is likely a whole body: on average, its landmarks are visible and inside the image, and the
    /// region that the model predicts overlaps the one it was run on.
    var isConvincing: Bool {
        func mean(_ values: [Float]) -> Float { values.reduce(0, +) / Float(values.count) }
        return mean(visibility) > Self.wholeBodyConfidence && mean(presence) > Self.wholeBodyConfidence
            && region.uprightBox.intersectionOverUnion(nextRegion.uprightBox) > Self.wholeBodyOverlap
    }

    /// Returns whether a face is that of this body.
    func hasHead(of face: YuNetDetection, in size: ImageSize) -> Bool {
        let head = Self.center(Array(points(in: size)[Part.head]))
        return (head - face.center).length < Self.closestFace * face.size.max()
    }

    /// Returns whether the landmarks stayed in place when the model was run again on the same body.
    func isSteady(since other: DetectedPose, in size: ImageSize, hasKnownFace: Bool) -> Bool {
        let limit = hasKnownFace ? Self.maxDriftBelowFace : Self.maxDrift
        return Self.medianDistance(points(in: size), other.points(in: size)) < limit * height(in: size)
    }

    /// Returns the landmarks in pixels.
    private func points(in size: ImageSize) -> [SIMD2<Float>] {
        landmarks.map { SIMD2($0.x * size.width, $0.y * size.height) }
    }

    /// Returns the height of the body in pixels; for a part of a body, that of the whole body as the model estimates
    /// it.
    private func height(in size: ImageSize) -> Float { nextRegion.width * size.width / PoseRegion.margin }

    /// Returns the median distance of corresponding landmarks. A mean would let an occluded arm, of which the model is
    /// unsure, outweigh the rest.
    private static func medianDistance(_ mine: [SIMD2<Float>], _ theirs: [SIMD2<Float>]) -> Float {
        zip(mine, theirs).map { ($0 - $1).length }.sorted()[mine.count / 2]
    }

    private static func haveOneHead(_ mine: [SIMD2<Float>], _ theirs: [SIMD2<Float>]) -> Bool {
        let heads = [mine, theirs].map { Array($0[Part.head]) }
        let centers = heads.map(center)
        let radii = zip(heads, centers).map { head, center in head.map { ($0 - center).length }.max() ?? 0 }
        return (centers[0] - centers[1]).length < closestHeads * max(radii[0], radii[1])
    }

    /// Returns whether the center of this result's torso lies inside a larger body.
    private func isPart(
        _ mine: [SIMD2<Float>], of theirs: [SIMD2<Float>], _ other: DetectedPose, in size: ImageSize
    ) -> Bool {
        guard height(in: size) < Self.wholePerson * other.height(in: size) else { return false }
        let middle = Self.center(Part.torso.map { mine[$0] })
        let visible = zip(theirs, other.visibility).filter { $0.1 > 0.5 }.map(\.0)
        guard let (low, high) = visible.corners else { return false }
        return middle.x > low.x && middle.y > low.y && middle.x < high.x && middle.y < high.y
    }

    private static func center(_ points: [SIMD2<Float>]) -> SIMD2<Float> {
        points.reduce(.zero, +) / Float(max(1, points.count))
    }
}
