// SPDX-License-Identifier: Apache-2.0

/// Turns the timestamps of frames, which may be missing or go backward, into strictly increasing ones, as sessions
/// require.
///
/// ML Kit takes images with timestamps, without them, and with those of another video.
package struct IncreasingTimestamps: Sendable {
    /// The timestamps, in milliseconds, that are used: 253 years either way. Sessions accept 285, which leaves room for
    /// frames after the last of them.
    private static let usableTimes = -8_000_000_000_000...8_000_000_000_000
    /// The interval, in milliseconds, used for a frame whose timestamp is missing or not later than the previous one:
    /// about that of video at 30 frames per second.
    private static let interval = 33

    private var last: Int?
    /// The offset added to timestamps since they last went backward.
    private var offset = 0

    /// Creates timestamps for a video whose first frame comes next.
    package init() {}

    /// Returns the time of the next frame, in milliseconds; 0 for a first frame without a timestamp.
    /// - Parameter timestamp: The frame's timestamp, if it has one. The intervals between timestamps are preserved,
    ///   even after timestamps have gone backward.
    package mutating func next(_ timestamp: Int?) -> Int {
        let following = last.map { $0 + Self.interval }
        guard let timestamp, Self.usableTimes.contains(timestamp) else {
            last = following ?? 0
            return last ?? 0
        }
        if let last, let following, timestamp + offset <= last { offset = following - timestamp }
        if !Self.usableTimes.contains(timestamp + offset) { offset = 0 }
        let time = max(timestamp + offset, last.map { $0 + 1 } ?? .min)
        last = time
        return time
    }
}
