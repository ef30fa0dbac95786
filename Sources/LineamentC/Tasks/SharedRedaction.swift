// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks
internal import LineamentTools
internal import Locking

/// The redaction of one video, which C code holds.
final class SharedRedaction: ForkBound {
    static let handleName = "redaction"

    private typealias Pair = PairedSession<Redaction, Double>.Pair

    private struct State: Sendable {
        var session: PairedSession<Redaction, Double>
        /// The recording that becomes the plan; `nil` if none is wanted.
        var recording: PlanRecording?
        /// The time of the last frame, in seconds.
        var time = -Double.infinity
        /// The number of frames.
        var count = 0
        var isFinished = false
        /// The frames that can be taken.
        var ready: ArraySlice<Pair> = []
    }

    let redactor: SharedRedactor
    private let state: Locked<State>
    private let missed = Locked(0)
    let origin = ForkGuard()

    init(_ redactor: SharedRedactor) throws {
        try redactor.body.options.check(hasVideos: true, naming: RedactorOptions.name)
        self.redactor = redactor
        state = Locked(State(session: try Self.session(of: Self.task(redactor, missed))))
    }

    private static func task(_ redactor: SharedRedactor, _ missed: Locked<Int>) throws -> RedactionTask {
        RedactionTask(redactor.body, redactor.output, covering: try redactor.boxes(isVideo: true)) { count in
            missed.withLock { $0 = count }
        }
    }

    /// The number of boxes of another detector that belong to no frame.
    var missedCount: Int { missed.withLock { $0 } }

    private static func session(
        of task: some LoadedTask<RedactionOutput>
    ) throws -> PairedSession<Redaction, Double> {
        let images = WaitingImages(budget: MemoryBudget(limit: WaitingImages.usualMemory))
        return PairedSession(try task.makeWorker(), waitingIn: images)
    }

    /// Records a plan from the first frame on.
    /// - Throws: `LineamentError` if there was a frame.
    func record() throws {
        try state.withLock { state in
            guard state.time == -.infinity, !state.isFinished else {
                throw LineamentError(.failedPrecondition, "A plan is recorded from the first frame on.")
            }
            let recording = redactor.makeRecording()
            let task = try Self.task(redactor, missed)
            state.session = try Self.session(of: RecordedRedaction(task, by: recording))
            state.recording = recording
        }
    }

    /// Returns the recording of the plan.
    func recorded() throws -> PlanRecording {
        guard let recording = state.withLock({ $0.recording }) else {
            throw LineamentError(.failedPrecondition, "Nothing was recorded: call lineament_redaction_record first.")
        }
        return recording
    }

    /// Adds the next frame.
    /// - Parameter container: Its time by the clock of the container; `nil` without one, or if the frame was given another time.
    func add(_ image: MPImage, time: Double, container: ContainerMoment?) throws {
        try state.withLock { state in
            guard !state.isFinished else {
                throw LineamentError(
                    .invalidArgument, "The video has ended. Begin another with a redaction of its own.")
            }
            guard time.isFinite, time > state.time else {
                throw LineamentError(
                    .invalidArgument, "The time of a frame must be greater than that of the one before.")
            }
            // A redactor goes by seconds, and boxes by the number of the frame.
            let frame = Frame(image, milliseconds: 0, seconds: time, index: state.count, container: container)
            state.ready += try state.session.add(frame, time)
            state.time = time
            state.count += 1
        }
    }

    func finish() throws {
        try state.withLock { state in
            state.isFinished = true
            state.ready += try state.session.finish()
        }
    }

    /// Leaves the copies out that are ready.
    func skip() throws {
        while let pair = state.withLock({ $0.ready.popFirst() }) { _ = try pair.result() }
    }

    /// Returns the next copy and what it covers; `nil` if none is ready.
    func next() throws -> (copy: PixelBuffer, time: Double, redaction: Redaction)? {
        guard let pair = state.withLock({ $0.ready.popFirst() }) else { return nil }
        let found = try pair.result()
        return (try redactor.copy(of: pair.image(), found), pair.info, found)
    }
}
