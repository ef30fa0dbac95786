extension RotatedRect {
    /// The box without its turn, in fractions of the image.
    var uprightBox: Box {
        let half = SIMD2(width, height) / 2
        let center = SIMD2(xCenter, yCenter)
        return Box(minimum: center - half, maximum: center + half)
    }
}

/// One list of regions from those tracked and those just detected.
///
/// A later region takes the place of every earlier one that it overlaps by more than `threshold`, and stands at the
/// end. The turn of the regions does not count. Nothing here knows who is who; see ``TrackRegister``.
func associated(
    tracked: [RotatedRect], detected: [RotatedRect], threshold: Float
) -> [RotatedRect] {
    var kept: [RotatedRect] = []
    for region in tracked + detected {
        let box = region.uprightBox
        kept.removeAll { $0.uprightBox.intersectionOverUnion(box) > threshold }
        kept.append(region)
    }
    return kept
}
