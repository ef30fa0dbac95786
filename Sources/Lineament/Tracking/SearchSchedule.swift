/// When a video is searched thoroughly, which takes much longer than to follow who is known.
struct SearchSchedule: Sendable {
    /// In milliseconds.
    let interval: Int
    private var last: Int?

    init(interval: Int) { self.interval = interval }

    /// Whether it is time again; if so the next time is an interval later.
    mutating func isDue(at timestamp: Int) -> Bool {
        if let last, timestamp - last < interval { return false }
        last = timestamp
        return true
    }
}
