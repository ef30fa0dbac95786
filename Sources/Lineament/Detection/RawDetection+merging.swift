extension RawDetection {
    /// The intersection over union above which two boxes show the same face.
    private static let mergingOverlap: Float = 0.6

    /// Returns whether another detection shows the same face.
    func isSameFace(as other: RawDetection) -> Bool { box.intersectionOverUnion(other.box) > Self.mergingOverlap }
}

extension [RawDetection] {
    /// Returns these faces, of MediaPipe's detector, merged with those of a search for small faces: each face once,
    /// best score first.
    ///
    /// A face of MediaPipe's detector is kept unchanged unless the search shows that its box belongs to something else.
    func merged(with found: [RawDetection]) -> [RawDetection] {
        let confirmed = filter { known in
            found.contains { $0.isSameFace(as: known) }
                || !found.contains { $0.box.touchesCenter(of: known.box) }
        }
        let others = found.filter { face in !confirmed.contains { $0.isSameFace(as: face) } }
        // Break ties by position, because `sorted` is not guaranteed to be stable.
        return (confirmed + others).enumerated()
            .sorted { ($0.element.score, -$0.offset) > ($1.element.score, -$1.offset) }.map(\.element)
    }
}

extension BoundingBox {
    /// The intersection over union above which a box of MediaPipe's detector counts as a bad look at another's face.
    private static let considerableOverlap: Float = 0.2

    /// Returns whether one box contains the center of the other, or they overlap considerably.
    fileprivate func touchesCenter(of other: BoundingBox) -> Bool {
        contains(other.center) || other.contains(center) || intersectionOverUnion(other) > Self.considerableOverlap
    }

    func contains(_ point: SIMD2<Float>) -> Bool {
        point.x > minimum.x && point.y > minimum.y && point.x < maximum.x && point.y < maximum.y
    }
}
