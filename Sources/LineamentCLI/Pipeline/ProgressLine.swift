internal import Foundation
internal import Locking
internal import LineamentOutput

/// A progress line and a last line that says what was done, both on a terminal only.
final class ProgressLine: Sendable {
    private struct State {
        var images = 0
        var videos = 0
        var frames = 0
        var subjects = 0
        var failures = 0
        /// The share of each video that is done, 0 to 1; absent if its length is unknown.
        var shares: [Int: Double] = [:]
        var lastShown = Date.distantPast
    }

    private let inputs: [MediaInput]
    private let subject: Subject
    private let isShown: Bool
    /// Whether there is a line during the run; not if results appear on the same terminal.
    private let isLive: Bool
    private let begun = Date()
    private let state = Locked(State())

    /// Creates a progress line.
    /// - Parameters:
    ///   - inputs: the inputs of the run.
    ///   - subject: what the task finds.
    ///   - isShown: whether anything is shown.
    ///   - isLive: whether there is a line during the run.
    init(inputs: [MediaInput], subject: Subject, isShown: Bool, isLive: Bool) {
        self.inputs = inputs
        self.subject = subject
        self.isShown = isShown && StandardError.isTerminal
        self.isLive = self.isShown && isLive
    }

    /// Counts a finished input.
    func countInput(_ index: Int, isDone: Bool) {
        state.withLock { state in
            if !isDone { state.failures += 1 }
            if inputs[index].isVideo { state.videos += 1 } else { state.images += 1 }
            state.shares[index] = 1
            showIfDue(&state)
        }
    }

    /// Counts faces or people in a result.
    func count(subjects: Int) { state.withLock { $0.subjects += subjects } }

    /// Counts a frame of the video at `index`.
    /// - Parameters:
    ///   - time: the duration of the video that has been processed, in seconds.
    ///   - length: the total duration to process, in seconds; `nil` if unknown.
    func countFrame(of index: Int, time: Double, length: Double?) {
        state.withLock { state in
            state.frames += 1
            state.shares[index] = length.map { $0 > 0 ? max(0, min(1, time / $0)) : 0 }
            showIfDue(&state)
        }
    }

    /// Clears the line before a message.
    func clear() { show("") }

    /// Replaces the line by the last one, such as "60 images, 74 faces, 12.1 s".
    func end() {
        guard isShown else { return }
        clear()
        let state = state.withLock { $0 }
        var parts: [String] = []
        if state.images > 0 { parts.append(state.images == 1 ? "1 image" : "\(state.images) images") }
        if state.videos > 0 { parts.append(state.videos == 1 ? "1 video" : "\(state.videos) videos") }
        if state.frames > 0 { parts.append(state.frames == 1 ? "1 frame" : "\(state.frames) frames") }
        if state.failures > 0 {
            parts.append(state.failures == 1 ? "1 of them failed" : "\(state.failures) of them failed")
        }
        parts += [subject.counted(state.subjects), String(format: "%.1f s", seconds)]
        StandardError.write((Interruption.isRequested ? "interrupted after " : "") + parts.joined(separator: ", "))
    }

    private var seconds: Double { max(0.001, Date().timeIntervalSince(begun)) }

    private func showIfDue(_ state: inout State) {
        let now = Date()
        guard isLive, now.timeIntervalSince(state.lastShown) > 0.1 else { return }
        state.lastShown = now
        var parts: [String] = []
        if inputs.count > 1 { parts.append("\(state.images + state.videos) of \(inputs.count) inputs") }
        if state.frames > 0 {
            let frames = state.frames == 1 ? "1 frame" : "\(state.frames) frames"
            parts.append(String(format: "%@, %.0f a second", frames, Double(state.frames) / seconds))
        }
        let share = state.shares.values.reduce(0, +) / Double(inputs.count)
        if share > 0, share < 1 { parts.append("\(Self.duration(seconds / share * (1 - share))) left") }
        show(parts.joined(separator: ", "))
    }

    /// Returns a duration as "m:ss" or "h:mm:ss".
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e7).rounded(.up))
        let rest = String(format: "%02d", whole % 60)
        guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
        return String(format: "%d:%02d:", whole / 3600, whole / 60 % 60) + rest
    }

    private func show(_ text: String) {
        guard isLive else { return }
        var size = winsize()
        let width = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
        StandardError.showProgress(String(text.prefix(width - 1)))
    }
}
