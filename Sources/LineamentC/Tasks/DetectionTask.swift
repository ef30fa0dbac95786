// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentTasks
internal import Locking

/// A task behind the functions of Lineament's own, whose results are arrays.
final class DetectionTask: ForkBound {
    static let handleName = "task"

    /// Processes the next frame of a video.
    typealias Frames = @Sendable (_ frame: MPImage, _ timestamp: Int) throws -> ResultArrays

    /// Processes a single image.
    let detect: @Sendable (MPImage) throws -> ResultArrays
    /// Returns a function that processes the frames of one video.
    let makeFrames: @Sendable () -> Frames
    let kind: TaskKind
    /// Whether results have masks.
    let hasMasks: Bool
    let origin = ForkGuard()

    /// Loads the models.
    /// - Parameter model: The bytes of a model; `nil` for the file of the settings or the task's own.
    init(_ settings: Settings, model: Data? = nil) throws {
        guard let kind = settings.kind.task else {
            throw LineamentError(.invalidArgument, "These are settings of \(settings.kind.name), which is no task.")
        }
        self.kind = kind
        hasMasks = kind.options.contains { $0.field == .masks && settings.values[$0.name] == .flag(true) }
        let base = settings.baseOptions
        base.modelAssetBuffer = model
        (detect, makeFrames) = try Self.functions(of: kind.row, kind, settings, base)
    }

    private static func functions<Row: TaskRow>(
        of _: Row.Type, _ kind: TaskKind, _ settings: Settings, _ base: BaseOptions
    ) throws -> (@Sendable (MPImage) throws -> ResultArrays, @Sendable () -> Frames) {
        let options = settings.filled(Row.Task.Options(), by: Row.Task.options)
        options.baseOptions = base
        let task = try Row.Task(options: options)
        let output = TaskOutput<Row>(AnswerChoices(), options)
        return (
            { try ResultArrays(task.detect(image: $0), output, kind, in: $0) },
            {
                let session = task.makeSession()
                return { frame, timestamp in
                    let result = try session.detect(videoFrame: frame, timestampInMilliseconds: timestamp)
                    return try ResultArrays(result, output, kind, in: frame)
                }
            }
        )
    }
}

/// A video whose frames belong to a task.
final class DetectionSession: ForkBound {
    static let handleName = "session"

    private let task: DetectionTask
    private let frames: Locked<DetectionTask.Frames>
    let origin = ForkGuard()

    init(_ task: DetectionTask) {
        self.task = task
        frames = Locked(task.makeFrames())
    }

    /// Processes the next frame.
    func detect(_ frame: MPImage, timestamp: Int) throws -> ResultArrays {
        try frames.withLock { $0 }(frame, timestamp)
    }

    /// Starts a new video.
    func reset() { frames.withLock { $0 = task.makeFrames() } }
}
