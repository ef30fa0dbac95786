// SPDX-License-Identifier: Apache-2.0

/// Schedules the thorough searches of a video, which take much longer than tracking known subjects.
struct DetectionInterval: Sendable {
    private let shortest: Int
    private let longest: Int
    private var current: Int
    private var last: Int?

    /// - Parameters:
    ///   - milliseconds: The interval at first, and after each search that was worth it.
    ///   - longest: The maximum interval; each search in vain doubles the interval up to it. Default: no growth.
    init(milliseconds: Int, longest: Int? = nil) {
        shortest = milliseconds
        self.longest = longest ?? milliseconds
        current = milliseconds
    }

    /// Returns whether the frame should be searched; if so, the next search is due one interval later.
    mutating func isDue(at timestamp: Int) -> Bool {
        if let last, timestamp - last < current { return false }
        last = timestamp
        return true
    }

    /// Adapts the interval to whether subjects come and go, in any frame, or a search was in vain.
    mutating func note(isWorthwhile: Bool) { current = isWorthwhile ? shortest : min(2 * current, longest) }
}
