internal import Foundation

/// One line on a terminal that says how far a video is; silent elsewhere.
final class VideoProgress {
    private let name: String
    private let begun = Date()
    private var lastShown = Date.distantPast
    private var frames = 0

    init(_ name: String) { self.name = name }

    /// - Parameters:
    ///   - time: seconds of the video done.
    ///   - length: seconds to do, if known.
    func update(time: Double, of length: Double?) {
        frames += 1
        let now = Date()
        guard StandardError.isTerminal, now.timeIntervalSince(lastShown) > 0.2 else { return }
        lastShown = now
        let seconds = now.timeIntervalSince(begun)
        var text = String(format: "\r\u{1b}[K%@: %d frames, %.0f a second", name, frames, Double(frames) / seconds)
        if let length, time > 0 { text += String(format: ", %.0f s left", max(0, seconds / time * (length - time))) }
        StandardError.writeRaw(text)
    }

    func clear() {
        if StandardError.isTerminal { StandardError.writeRaw("\r\u{1b}[K") }
    }
}
