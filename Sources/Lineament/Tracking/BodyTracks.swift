/// What is remembered of the people in a video.
struct BodyTracks: Sendable {
    /// Where to look in the next frame, one region a person.
    var regions: [RotatedRect] = []
    var register = TrackRegister()
    var search = SearchSchedule(interval: 1000)
    /// The one filter of `Smoothing.original`, which goes on through frames without anybody.
    var smoother = BodySmoother()
    /// The filters of `Smoothing.everyone`, by track. Those of people who are not in a frame are forgotten.
    var smoothers: [Int: BodySmoother] = [:]
}

extension BodyTracks {
    mutating func smoothed(
        _ bodies: [Body], ids: [Int], by smoothing: Smoothing, numPoses: Int, size: ImageSize, timestamp: Int
    ) -> [Body] {
        switch smoothing {
        case .none: return bodies
        case .everyone:
            smoothers = smoothers.filter { ids.contains($0.key) }
            return zip(bodies, ids).map { body, id in
                smoothers[id, default: BodySmoother()].smooth(body, in: size, timestamp: timestamp)
            }
        case .original:
            guard numPoses == 1 else { return bodies }
            if bodies.isEmpty { smoother.skipFrame() }
            return bodies.map { smoother.smooth($0, in: size, timestamp: timestamp) }
        }
    }
}

extension Body {
    /// What the body is told apart by from frame to frame: a square of half its height about the hips. Limbs move too
    /// fast to be of use.
    var trackingBox: Box {
        let size = SIMD2(nextRegion.width, nextRegion.height) / (2 * PoseRegion.margin)
        let center = SIMD2(nextRegion.xCenter, nextRegion.yCenter)
        return Box(minimum: center - size / 2, maximum: center + size / 2)
    }
}
