/// Schedules the thorough searches of a video, which take much longer than tracking known subjects.
struct DetectionInterval: Sendable {
    private let milliseconds: Int
    private var last: Int?

    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Returns whether the frame should be searched; if so, the next search is due one interval later.
    mutating func isDue(at timestamp: Int) -> Bool {
        if let last, timestamp - last < milliseconds { return false }
        last = timestamp
        return true
    }
}
