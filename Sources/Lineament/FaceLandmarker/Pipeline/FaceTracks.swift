// SPDX-License-Identifier: Apache-2.0

/// The state that a face landmarker keeps from one frame of a video to the next.
struct FaceTracks: Sendable {
    /// The region in which each tracked face is expected in the next frame.
    var regions: [RotatedRect] = []
    /// Assigns track IDs.
    var tracker = IdentityTracker()
    /// The search for small faces with `range = .auto`, which goes on while MediaPipe's detector runs in each frame.
    var search = VideoFaceSearch()
    /// Says when new faces without landmarks are looked for in other regions, which takes several times as long.
    private var retrials = DetectionInterval(milliseconds: 500)
    /// The smoothers by track ID; those of faces missing from a frame are dropped.
    private var smoothers: [Int: LandmarkSmoother] = [:]

    /// Returns the candidates of a frame: the tracked faces and the detected ones.
    /// - Parameters:
    ///   - detected: The candidates of the detected faces.
    ///   - iouThreshold: The overlap above which a tracked and a detected region are the same face.
    ///   - isSearched: Whether the range is `auto`. Then new faces may be looked for in other regions, and a detection that
    ///     is turned another way than the tracked face is left out, as the landmarks know better which way is up.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func candidates(
        with detected: [FaceCandidate], iouThreshold: Float, isSearched: Bool, timestamp: Int
    ) -> [FaceCandidate] {
        let credible = isSearched ? detected.filter { !isTracked($0.region, turned: true, iouThreshold) } : detected
        let hasNew = isSearched && credible.contains { !isTracked($0.region, turned: false, iouThreshold) }
        let isRetrialDue = hasNew && retrials.isDue(at: timestamp)
        let merged = RegionAssociation.merge(
            regions, then: credible.map(\.region), iouThreshold: iouThreshold)
        return merged.map { region in
            guard var candidate = credible.first(where: { $0.region == region }) else {
                return FaceCandidate(tracked: region)
            }
            candidate.isRetried = isRetrialDue && !isTracked(region, turned: false, iouThreshold)
            return candidate
        }
    }

    /// Returns whether a region is that of a tracked face; if `turned` is true, of one that is turned by more than 45 degrees.
    private func isTracked(_ region: RotatedRect, turned: Bool, _ iouThreshold: Float) -> Bool {
        regions.contains { tracked in
            tracked.uprightBox.intersectionOverUnion(region.uprightBox) > iouThreshold
                && (!turned || abs(RegionRotation.difference(tracked.rotation, region.rotation)) > .pi / 4)
        }
    }

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
