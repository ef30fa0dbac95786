/// Tells results on one body from results on two.
///
/// The model says of almost anything inside a person that it is one: a sleeve, a knee, the head alone. What is found
/// beside known people therefore has to be elsewhere, and whole.
extension DetectedPose {
    private enum Part {
        static let head = PoseLandmark.nose.rawValue...PoseLandmark.mouthRight.rawValue
        static let torso = [PoseLandmark.leftShoulder, .rightShoulder, .leftHip, .rightHip].map(\.rawValue)
    }

    /// Heads closer than this, in radii of the larger, are one head.
    private static let closestHeads: Float = 1.5
    /// Landmarks closer than this at the median, in body heights, are one body's. Results on one body differ by 0.01 to
    /// 0.04, people who embrace by 0.1 and more.
    private static let closestPeople: Float = 0.06
    /// How far the landmarks of a real body move, at the median and in body heights, when it is looked at again: 0.005 to
    /// 0.015 on the test photos, where what was between two people or a part of one moved by 0.02 to 0.05.
    private static let largestDrift: Float = 0.018
    /// Of two results that share their place, the smaller is a part of the larger if it has less than this of its height.
    private static let wholePerson: Float = 0.75

    /// Whether two results show one and the same body, or one a part of the other.
    func isSame(as other: DetectedPose, in size: ImageSize) -> Bool {
        let (mine, theirs) = (points(in: size), other.points(in: size))
        return Self.medianDistance(mine, theirs) < Self.closestPeople * max(height(in: size), other.height(in: size))
            || Self.haveOneHead(mine, theirs)
            || isPart(mine, of: theirs, other, in: size) || other.isPart(theirs, of: mine, self, in: size)
    }

    /// Whether the result is a whole body in its place, as far as the model can tell: the body is mostly inside the
    /// image and in view, and where it says to look next is where it was found.
    var isConvincing: Bool {
        func mean(_ values: [Float]) -> Float { values.reduce(0, +) / Float(values.count) }
        return mean(visibility) > 0.5 && mean(presence) > 0.5
            && region.uprightBox.intersectionOverUnion(nextRegion.uprightBox) > 0.4
    }

    /// Whether the landmarks stayed where they were when the same body was looked at again.
    func isSteady(since other: DetectedPose, in size: ImageSize) -> Bool {
        Self.medianDistance(points(in: size), other.points(in: size)) < Self.largestDrift * height(in: size)
    }

    private func points(in size: ImageSize) -> [SIMD2<Float>] {
        landmarks.map { SIMD2($0.x * size.width, $0.y * size.height) }
    }

    /// In pixels; for a part of a body that of the whole one, as the model guesses it.
    private func height(in size: ImageSize) -> Float { nextRegion.width * size.width / PoseRegion.margin }

    /// The median, because a model that is unsure of a hidden arm says nothing of the rest.
    private static func medianDistance(_ mine: [SIMD2<Float>], _ theirs: [SIMD2<Float>]) -> Float {
        zip(mine, theirs).map { distance($0, $1) }.sorted()[mine.count / 2]
    }

    private static func haveOneHead(_ mine: [SIMD2<Float>], _ theirs: [SIMD2<Float>]) -> Bool {
        let heads = [mine, theirs].map { Array($0[Part.head]) }
        let centers = heads.map(center)
        let radii = zip(heads, centers).map { head, center in head.map { distance($0, center) }.max() ?? 0 }
        return distance(centers[0], centers[1]) < closestHeads * max(radii[0], radii[1])
    }

    /// Whether the middle of this result's torso lies inside a larger body.
    private func isPart(
        _ mine: [SIMD2<Float>], of theirs: [SIMD2<Float>], _ other: DetectedPose, in size: ImageSize
    ) -> Bool {
        guard height(in: size) < Self.wholePerson * other.height(in: size) else { return false }
        let middle = Self.center(Part.torso.map { mine[$0] })
        let visible = zip(theirs, other.visibility).filter { $0.1 > 0.5 }.map(\.0)
        guard let first = visible.first else { return false }
        let low = visible.reduce(first, pointwiseMin)
        let high = visible.reduce(first, pointwiseMax)
        return middle.x > low.x && middle.y > low.y && middle.x < high.x && middle.y < high.y
    }

    private static func center(_ points: [SIMD2<Float>]) -> SIMD2<Float> {
        points.reduce(.zero, +) / Float(max(1, points.count))
    }

    private static func distance(_ one: SIMD2<Float>, _ other: SIMD2<Float>) -> Float {
        let difference = one - other
        return (difference * difference).sum().squareRoot()
    }
}
