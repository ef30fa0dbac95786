// SPDX-License-Identifier: Apache-2.0

/// How much of a search that is spread over the frames of a video the next frame has time for.
struct FramePace: Sendable {
    /// The time from frame to frame of a usual video, in milliseconds.
    private static let usualPeriod = 40
    /// The largest share: more than any search has.
    private static let largestShare = 1000
    /// The share, half a second, beyond which what was seen in the last frame may be elsewhere.
    static let longestPause = 12

    /// The minimum time between frames searched whole, in milliseconds.
    private static let timeOfWholeFrame = 1000

    private var last: (timestamp: Int, size: ImageSize)?
    private var lastWholeFrame: Int?

    /// Returns the number of usual frames whose time the next frame has, at least 1: frames that are further apart have more
    /// time. `nil` for a frame to be searched whole: the first, and one of another size than the last. If the size changes
    /// again within a second of such a frame, that counts as a long pause, so that a stream of changing sizes is not
    /// searched whole in every frame.
    mutating func share(ofFrameAt timestamp: Int, size: ImageSize) -> Int? {
        defer { last = (timestamp, size) }
        if let last, last.size == size {
            return min(max(1, (timestamp - last.timestamp) / Self.usualPeriod), Self.largestShare)
        }
        if let lastWholeFrame, timestamp - lastWholeFrame < Self.timeOfWholeFrame { return Self.longestPause + 1 }
        lastWholeFrame = timestamp
        return nil
    }

    /// Notes a frame that is not searched.
    mutating func skip(frameAt timestamp: Int, size: ImageSize) { last = (timestamp, size) }
}
