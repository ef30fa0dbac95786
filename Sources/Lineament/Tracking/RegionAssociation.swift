// SPDX-License-Identifier: Apache-2.0

/// Decides which regions of a frame show the same subject.
///
/// It knows no identities; those are assigned by ``IdentityTracker``. Runs between detection and the landmark model.
enum RegionAssociation {
    /// Merges two lists of regions into one, as MediaPipe's `association_norm_rect_calculator.cc` does: mostly tracked ones
    /// before those that were detected, in `mp.solutions` the other way around.
    ///
    /// A later region replaces every earlier one that it overlaps by more than `iouThreshold`, and is appended at the
    /// end. Rotations are ignored.
    static func merge(
        _ earlier: [RotatedRect], then later: [RotatedRect], iouThreshold: Float
    ) -> [RotatedRect] {
        var kept: [RotatedRect] = []
        for region in earlier + later {
            let box = region.uprightBox
            kept.removeAll { $0.uprightBox.intersectionOverUnion(box) > iouThreshold }
            kept.append(region)
        }
        return kept
    }

    /// Returns the tracked regions and those detected ones that overlap none before them by more than `iouThreshold`, as
    /// MediaPipe's `hand_association_calculator.cc` does.
    static func added(_ detected: [RotatedRect], to tracked: [RotatedRect], iouThreshold: Float) -> [RotatedRect] {
        detected.reduce(into: tracked) { kept, region in
            kept += new([region], besides: kept, iouThreshold: iouThreshold)
        }
    }

    /// Returns the detected regions that overlap no tracked region by more than `iouThreshold`.
    static func new(_ detected: [RotatedRect], besides tracked: [RotatedRect], iouThreshold: Float) -> [RotatedRect] {
        detected.filter { region in
            tracked.allSatisfy { $0.uprightBox.intersectionOverUnion(region.uprightBox) <= iouThreshold }
        }
    }
}

extension RotatedRect {
    /// The rectangle with its rotation removed, in fractions of the image.
    var uprightBox: BoundingBox {
        let half = SIMD2(width, height) / 2
        let center = SIMD2(xCenter, yCenter)
        return BoundingBox(minimum: center - half, maximum: center + half)
    }
}
