/// What a face landmarker remembers from one frame of a video to the next.
struct FaceTracks: Sendable {
    /// Where each face is looked for in the next frame.
    var regions: [RotatedRect] = []
    var tracker = IdentityTracker()
    /// With `range = .auto` all faces are searched twice a second, and MediaPipe's detector runs in between.
    var detectionInterval = DetectionInterval(milliseconds: 500)
    /// One smoother a track; those of faces that are not in a frame are dropped.
    private var smoothers: [Int: LandmarkSmoother] = [:]

    mutating func smoothed(
        _ faces: [LandmarkSet], ids: [Int], by smoothing: Smoothing, numFaces: Int, size: ImageSize, timestamp: Int
    ) -> [LandmarkSet] {
        let keys: [Int]
        switch smoothing {
        case .none: return faces
        case .everyone: keys = ids
        case .mediaPipe:
            guard numFaces == 1 else { return faces }
            // MediaPipe has one smoother, which goes on even if the face is now another.
            keys = faces.map { _ in 0 }
        }
        smoothers = smoothers.filter { keys.contains($0.key) }
        return zip(faces, keys).map { face, key in
            smoothers[key, default: LandmarkSmoother(.imageLandmarks)]
                .smooth(face, in: size, objectSize: face.extent(in: size), timestamp: timestamp)
        }
    }
}
