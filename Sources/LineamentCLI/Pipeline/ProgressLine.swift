// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentTasks
internal import Locking

/// A progress line and a last line that says what was done, both on a terminal only.
final class ProgressLine: Sendable {
    private struct State {
        var images = 0
        var videos = 0
        var frames = 0
        var subjects = 0
        /// The detected faces that are not among the subjects.
        var withoutLandmarks = 0
        var failures = 0
        var skipped = 0
        /// The input that was worked on last.
        var latest = 0
        /// The share of each video that is done, 0 to 1; absent if its length is unknown.
        var shares: [Int: Double] = [:]
        var lastShown = Date.distantPast
    }

    private let inputs: [MediaInput]
    private let destinations: [OutputDestination]
    private let subject: Subject
    private let isShown: Bool
    /// Whether a video has a summary on this terminal.
    private let summarizesVideos: Bool
    /// Whether there is a line during the run; not if results appear on the same terminal.
    private let isLive: Bool
    private let begun = Date()
    private let state = Locked(State())

    /// Creates a progress line.
    /// - Parameters:
    ///   - plan: the inputs and outputs of the run.
    ///   - subject: what the task finds.
    ///   - isShown: whether anything is shown.
    ///   - summarizesVideos: whether a video has a summary on this terminal.
    ///   - isLive: whether there is a line during the run.
    init(_ plan: MediaPlan, subject: Subject, isShown: Bool, summarizesVideos: Bool, isLive: Bool) {
        inputs = plan.inputs
        destinations = plan.destinations
        self.subject = subject
        self.summarizesVideos = summarizesVideos
        self.isShown = isShown && StandardError.isTerminal
        self.isLive = self.isShown && isLive
    }

    /// Counts a finished input.
    func countInput(_ index: Int, isDone: Bool) {
        state.withLock { state in
            if !isDone { state.failures += 1 }
            if inputs[index].isVideo { state.videos += 1 } else { state.images += 1 }
            state.shares[index] = 1
            state.latest = index
            showIfDue(&state)
        }
    }

    /// Counts an input whose output is there already.
    func countSkipped(_ index: Int) {
        state.withLock { state in
            state.skipped += 1
            state.shares[index] = 1
            state.latest = index
            showIfDue(&state)
        }
    }

    /// Counts the faces or people in a result, and the detected faces without landmarks.
    func count(subjects: Int, withoutLandmarks: Int) {
        state.withLock { state in
            state.subjects += subjects
            state.withoutLandmarks += withoutLandmarks
        }
    }

    /// Counts a frame of the video at `index`.
    /// - Parameters:
    ///   - time: the duration of the video that has been processed, in seconds.
    ///   - length: the total duration to process, in seconds; `nil` if unknown.
    func countFrame(of index: Int, time: Double, length: Double?) {
        state.withLock { state in
            state.frames += 1
            state.latest = index
            state.shares[index] = length.map { $0 > 0 ? max(0, min(1, time / $0)) : 0 }
            showIfDue(&state)
        }
    }

    /// Clears the line before a message.
    func clear() { show("") }

    /// Replaces the line by the last one, such as "60 images, 74 faces, 12.1 s, written to faces.jsonl".
    func end() {
        guard isShown else { return }
        clear()
        let state = state.withLock { $0 }
        var parts: [String] = []
        if state.images > 0 { parts.append(state.images.counted("image")) }
        if state.videos > 0 { parts.append(state.videos.counted("video")) }
        if state.frames > 0 { parts.append(state.frames.counted("frame")) }
        if state.skipped > 0 { parts.append("\(state.skipped) already there") }
        let inputs = state.images + state.videos
        if state.failures > 0 { parts.append(inputs == 1 ? "which failed" : "\(state.failures) failed") }
        // The summary of a video tells who was in it, not a sum over its frames.
        if inputs > state.failures, state.images > 0 || !summarizesVideos {
            parts.append(subject.counted(state.subjects))
            if state.withoutLandmarks > 0 { parts.append("\(state.withoutLandmarks) more without landmarks") }
        }
        parts.append(String(format: "%.1f s", seconds))
        if inputs > state.failures, let paths = OutputDestination.list(destinations) {
            parts.append("written to \(paths)")
        }
        StandardError.write((Interruption.isRequested ? "interrupted after " : "") + parts.joined(separator: ", "))
    }

    private var seconds: Double { max(0.001, Date().timeIntervalSince(begun)) }

    private func showIfDue(_ state: inout State) {
        let now = Date()
        let done = state.images + state.videos + state.skipped
        guard isLive, now.timeIntervalSince(state.lastShown) > 0.1, done < inputs.count else { return }
        state.lastShown = now
        let rate = String(format: "%.0f a second", Double(state.frames + state.images) / seconds)
        let share = state.shares.values.reduce(0, +) / Double(inputs.count)
        let isMeasured = share > 0 && share < 1
        let parts = [
            isMeasured ? String(format: "%.0f%%", 100 * share) : nil,
            inputs.count > 1 ? "\(done) of \(inputs.count) inputs" : nil,
            state.frames > 0 ? state.frames.counted("frame") : nil, rate,
            isMeasured ? "\(Self.duration(seconds / share * (1 - share))) left" : nil,
        ].compactMap(\.self)
        show(name: inputs[state.latest].source, parts.joined(separator: ", "))
    }

    /// Returns a duration as "m:ss" or "h:mm:ss".
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e7).rounded(.up))
        let rest = String(format: "%02d", whole % 60)
        guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
        return String(format: "%d:%02d:", whole / 3600, whole / 60 % 60) + rest
    }

    /// Shows the name of an input and the state of the run; of a long name, its end.
    private func show(name: String, _ text: String) {
        let room = columns - 1 - text.count - 2
        let name = name.onOneLine
        let shown = name.count <= room ? name : "…" + name.suffix(max(0, room - 1))
        show(room < 2 ? text : "\(shown): \(text)")
    }

    private func show(_ text: String) {
        guard isLive else { return }
        StandardError.showProgress(String(text.prefix(columns - 1)))
    }

    /// The width of the terminal.
    private var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
    }
}
