// SPDX-License-Identifier: Apache-2.0

/// Checks that the timestamps of a session are valid and increase.
package struct FrameClock: Sendable {
    /// The valid timestamps, 285 years either way, in milliseconds, which do not overflow when converted to
    /// nanoseconds.
    static let range = -9_000_000_000_000...9_000_000_000_000

    /// Returns a timestamp in ``range`` in nanoseconds.
    static func nanoseconds(_ timestamp: Int) -> Int64 { Int64(timestamp) * 1_000_000 }

    private var last: Int?

    /// Creates a clock that has seen no frame.
    package init() {}

    /// Sets the time of the last frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument`, leaving the clock unchanged, if `timestamp` is not
    ///   later than the last one or outside ``range``.
    package mutating func advance(to timestamp: Int) throws {
        guard Self.range.contains(timestamp) else {
            throw LineamentError(
                .invalidArgument,
                "INVALID_ARGUMENT: The timestamp \(timestamp) is beyond 285 years. Timestamps are in milliseconds, "
                    + "not in microseconds or nanoseconds.")
        }
        if let last, timestamp <= last {
            throw LineamentError(
                .invalidArgument,
                "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.",
                recoverySuggestion: "\(timestamp) ms came after \(last) ms. "
                    + "Use a session for each video, or reset() before a new one.")
        }
        last = timestamp
    }
}
