/// How much of a search that is spread over the frames of a video the next frame has time for.
struct FramePace: Sendable {
    /// The time from frame to frame of a usual video, in milliseconds.
    private static let usualPeriod = 40
    /// The largest share: more than any search has.
    private static let largestShare = 1000
    /// The share, half a second, beyond which what was seen in the last frame may be elsewhere.
    static let longestPause = 12

    private var last: (timestamp: Int, size: ImageSize)?

    /// Returns the number of usual frames whose time the next frame has, at least 1: frames that are further apart have more
    /// time. `nil` for the first frame, and for one of another size than the last.
    mutating func share(ofFrameAt timestamp: Int, size: ImageSize) -> Int? {
        defer { last = (timestamp, size) }
        guard let last, last.size == size else { return nil }
        return min(max(1, (timestamp - last.timestamp) / Self.usualPeriod), Self.largestShare)
    }
}
