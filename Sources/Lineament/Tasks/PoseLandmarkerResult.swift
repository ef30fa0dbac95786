/// The people that a ``PoseLandmarker`` found in one picture. The lists run in parallel.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
    /// 33 landmarks a person, with visibility and presence; empty if there is nobody. See ``PoseLandmark``.
    public let landmarks: [[NormalizedLandmark]]
    /// The same landmarks in metres from the middle of the hips.
    public let worldLandmarks: [[Landmark]]
    /// A mask of the size of the image as stored for each person, or empty if masks were not asked for.
    public let segmentationMasks: [Mask]
    /// In video and live stream mode a number for each person, kept while the person is followed and through a short
    /// loss, and given to nobody else in the stream. Empty for single pictures. Beyond the original.
    public let trackIDs: [Int]

    public convenience init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask]?,
        timestampInMilliseconds: Int
    ) {
        self.init(
            landmarks: landmarks, worldLandmarks: worldLandmarks, segmentationMasks: segmentationMasks ?? [],
            trackIDs: [], timestampInMilliseconds: timestampInMilliseconds)
    }

    init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask], trackIDs: [Int],
        timestampInMilliseconds: Int
    ) {
        self.landmarks = landmarks
        self.worldLandmarks = worldLandmarks
        self.segmentationMasks = segmentationMasks
        self.trackIDs = trackIDs
        super.init(timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension PoseLandmarkerResult {
    /// - Parameter size: of the picture, which masks are made for.
    convenience init(bodies: [Body], trackIDs: [Int], size: ImageSize, timestampInMilliseconds: Int) {
        self.init(
            landmarks: bodies.map(\.normalizedLandmarks), worldLandmarks: bodies.map(\.worldLandmarks),
            segmentationMasks: bodies.compactMap { $0.mask(for: size) }, trackIDs: trackIDs,
            timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension Body {
    fileprivate var normalizedLandmarks: [NormalizedLandmark] {
        landmarks.indices.map { index in
            let point = landmarks[index]
            return NormalizedLandmark(
                x: point.x, y: point.y, z: point.z, visibilityValue: visibility[index], presenceValue: presence[index])
        }
    }

    fileprivate var worldLandmarks: [Landmark] {
        world.indices.map { index in
            let point = world[index]
            return Landmark(
                x: point.x, y: point.y, z: point.z, visibilityValue: visibility[index], presenceValue: presence[index])
        }
    }

    /// The mask laid over a picture of `size`; nil if the model was not asked for one.
    fileprivate func mask(for size: ImageSize) -> Mask? {
        mask.map { mask in
            let (width, height) = (Int(size.width), Int(size.height))
            return Mask(width: width, height: height) { image in
                MaskWarp(region, side: mask.side, in: size).apply(mask, to: image, width: width, height: height)
            }
        }
    }
}
