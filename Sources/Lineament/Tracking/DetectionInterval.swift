/// Decides which frames of a video are searched thoroughly, which takes much longer than to track known subjects.
struct DetectionInterval: Sendable {
    private let milliseconds: Int
    private var last: Int?

    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Whether a frame is to be searched; if so, the next is one interval later.
    mutating func isDue(at timestamp: Int) -> Bool {
        if let last, timestamp - last < milliseconds { return false }
        last = timestamp
        return true
    }
}
