internal import Foundation
internal import LiteRT

/// One line on a terminal that says how far the work is; silent elsewhere.
final class ProgressLine: Sendable {
    private let total: Int
    private let things: String
    private let begun = Date()
    private let lastShown = Guarded(Date.distantPast)

    /// - Parameter things: what is counted.
    init(total: Int, of things: String) {
        self.total = total
        self.things = things
    }

    private var isShown: Bool { StandardError.isTerminal && total > 1 }

    func update(done: Int) {
        guard isShown, isDue || done == total else { return }
        let seconds = Date().timeIntervalSince(begun)
        let rate = Double(done) / max(seconds, 0.001)
        let left = Int((Double(total - done) / max(rate, 0.001)).rounded(.up))
        let text = String(format: "\r\u{1b}[K%d of %d %@, %.1f a second, %d s left", done, total, things, rate, left)
        StandardError.writeRaw(text)
    }

    /// Makes room for a message, or for the prompt at the end.
    func clear() {
        if isShown { StandardError.writeRaw("\r\u{1b}[K") }
    }

    private var isDue: Bool {
        lastShown.withLock { last in
            guard Date().timeIntervalSince(last) > 0.1 else { return false }
            last = Date()
            return true
        }
    }
}
