/// The state that a face landmarker keeps from one frame of a video to the next.
struct FaceTracks: Sendable {
    /// The region in which each tracked face is expected in the next frame.
    var regions: [RotatedRect] = []
    /// Assigns track IDs.
    var tracker = IdentityTracker()
    /// The search for small faces with `range = .auto`, which goes on while MediaPipe's detector runs in each frame.
    var search = VideoFaceSearch()
    /// The smoothers by track ID; those of faces missing from a frame are dropped.
    private var smoothers: [Int: LandmarkSmoother] = [:]

    /// Returns the landmarks of the frame's faces, smoothed as the options say.
    /// - Parameters:
    ///   - faces: The landmarks of each face, in fractions of the image.
    ///   - ids: The track ID of each face.
    ///   - smoothing: Which faces are smoothed.
    ///   - numFaces: The number of faces that were requested.
    ///   - size: The size of the image, in pixels.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func smoothed(
        _ faces: [LandmarkSet], ids: [Int], by smoothing: Smoothing, numFaces: Int, size: ImageSize, timestamp: Int
    ) -> [LandmarkSet] {
        let keys: [Int]
        switch smoothing {
        case .none: return faces
        case .everyone: keys = ids
        case .mediaPipe:
            guard numFaces == 1 else { return faces }
            // MediaPipe has a single smoother, which carries on even if a different face is now tracked.
            keys = faces.map { _ in 0 }
        }
        smoothers = smoothers.filter { keys.contains($0.key) }
        return zip(faces, keys).map { face, key in
            smoothers[key, default: LandmarkSmoother(.imageLandmarks)]
                .smooth(face, in: size, objectSize: face.extent(in: size), timestamp: timestamp)
        }
    }
}
