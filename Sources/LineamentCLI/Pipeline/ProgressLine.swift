internal import Foundation
internal import LiteRT

/// A progress line on a terminal; prints nothing elsewhere.
final class ProgressLine: Sendable {
    private struct State {
        var done = 0
        var frames = 0
        var lastShown = Date.distantPast
    }

    private let total: Int
    private let begun = Date()
    private let state = Locked(State())

    /// Creates a progress line.
    /// - Parameter total: the number of inputs.
    init(total: Int) { self.total = total }

    /// Counts a finished input.
    func countInput() {
        state.withLock { state in
            state.done += 1
            guard total > 1, isDue(&state) || state.done == total else { return }
            let rate = Double(state.done) / seconds
            let left = Int((Double(total - state.done) / rate).rounded(.up))
            show(String(format: "%d of %d inputs, %.1f per second, %d s left", state.done, total, rate, left))
        }
    }

    /// Counts a frame; the count is shown only if its video is the only input.
    /// - Parameters:
    ///   - time: the duration that has been processed, in seconds.
    ///   - length: the total duration to process, in seconds; nil if unknown.
    func countFrame(of name: String, time: Double, length: Double?) {
        guard total == 1 else { return }
        state.withLock { state in
            state.frames += 1
            guard isDue(&state) else { return }
            var text = String(
                format: "%@: %d frames, %.0f per second", name, state.frames, Double(state.frames) / seconds)
            if let length, time > 0 {
                text += String(format: ", %.0f s left", max(0, seconds / time * (length - time)))
            }
            show(text)
        }
    }

    /// Clears the line before a message or the final prompt.
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
