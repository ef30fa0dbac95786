/// Gives every frame a time later than that of the frame before, whether or not the frames have such times.
///
/// ML Kit takes images with timestamps, without them, and with those of another video after the first; a session wants times
/// that increase.
package struct SubstituteClock: Sendable {
    /// The timestamps, in milliseconds, that are used: 253 years either way. Sessions accept 285, which leaves room for
    /// frames after the last of them.
    private static let usableTimes = -8_000_000_000_000...8_000_000_000_000
    /// The interval, in milliseconds, assumed before frames without a time, and before a step back: about that of video
    /// at 30 frames per second.
    private static let interval = 33

    private var last: Int?
    /// What is added to timestamps since they last stepped back.
    private var offset = 0

    /// Creates a clock that has seen no frame.
    package init() {}

    /// Returns the time of the next frame, in milliseconds; 0 for a first frame without a timestamp.
    /// - Parameter timestamp: The frame's timestamp, if it has one. The intervals between timestamps are kept, also after
    ///   they have stepped back.
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
