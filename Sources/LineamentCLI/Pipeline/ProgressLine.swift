internal import Foundation
internal import LiteRT

/// One line on a terminal that says how far the work is; silent elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var done = 0
        var frames = 0
        var lastShown = Date.distantPast
    }

    private let total: Int
    private let begun = Date()
    private let state = Locked(State())

    /// - Parameter total: how many inputs there are.
    init(total: Int) { self.total = total }

    /// Counts an input that is done.
    func countInput() {
        state.withLock { state in
            state.done += 1
            guard total > 1, isDue(&state) || state.done == total else { return }
            let rate = Double(state.done) / seconds
            let left = Int((Double(total - state.done) / rate).rounded(.up))
            show(String(format: "%d of %d inputs, %.1f a second, %d s left", state.done, total, rate, left))
        }
    }

    /// Counts a frame, which is shown if its video is the only input.
    /// - Parameters:
    ///   - time: seconds of the video done.
    ///   - length: seconds to do, if known.
    func countFrame(of name: String, time: Double, length: Double?) {
        guard total == 1 else { return }
        state.withLock { state in
            state.frames += 1
            guard isDue(&state) else { return }
            var text = String(
                format: "%@: %d frames, %.0f a second", name, state.frames, Double(state.frames) / seconds)
            if let length, time > 0 {
                text += String(format: ", %.0f s left", max(0, seconds / time * (length - time)))
            }
            show(text)
        }
    }

    /// Makes room for a message, or for the prompt at the end.
    func clear() { show("") }

    private var seconds: Double { max(0.001, Date().timeIntervalSince(begun)) }

    private func isDue(_ state: inout State) -> Bool {
        let now = Date()
        guard StandardError.isTerminal, now.timeIntervalSince(state.lastShown) > 0.1 else { return false }
        state.lastShown = now
        return true
    }

    private func show(_ text: String) {
        if StandardError.isTerminal { StandardError.writeRaw("\r\u{1b}[K" + text) }
    }
}
