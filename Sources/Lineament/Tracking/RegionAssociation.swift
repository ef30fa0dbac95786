/// Decides which regions of a frame show the same subject.
///
/// Nothing here knows who is who; see ``IdentityTracker``.
enum RegionAssociation {
    /// One list of regions from those tracked and those just detected, as MediaPipe makes it.
    ///
    /// A later region replaces every earlier one that it overlaps by more than `iouThreshold`, and stands at the end.
    /// Rotation does not count.
    static func merge(
        tracked: [RotatedRect], detected: [RotatedRect], iouThreshold: Float
    ) -> [RotatedRect] {
        var kept: [RotatedRect] = []
        for region in tracked + detected {
            let box = region.uprightBox
            kept.removeAll { $0.uprightBox.intersectionOverUnion(box) > iouThreshold }
            kept.append(region)
        }
        return kept
    }

    /// The detected regions that overlap no tracked one by more than `iouThreshold`.
    static func new(_ detected: [RotatedRect], besides tracked: [RotatedRect], iouThreshold: Float) -> [RotatedRect] {
        detected.filter { region in
            tracked.allSatisfy { $0.uprightBox.intersectionOverUnion(region.uprightBox) <= iouThreshold }
        }
    }
}

extension RotatedRect {
    /// The box without its rotation, in fractions of the image.
    var uprightBox: BoundingBox {
        let half = SIMD2(width, height) / 2
        let center = SIMD2(xCenter, yCenter)
        return BoundingBox(minimum: center - half, maximum: center + half)
    }
}
