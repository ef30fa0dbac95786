// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks
internal import Locking

/// A recording, and how it is written.
final class SharedRecording: ForkBound, @unchecked Sendable {
    // Sound: the recording and the options are only touched under the lock.

    static let handleName = "recording"
    /// The time of the last frame, in seconds.
    private let lock: Locked<Double>
    private let recording: LongRecording
    private let choices: CaptureChoices
    private let settings: Settings
    /// The formats that it is for.
    private let formats: [CaptureFormat]
    /// What was recorded, cleaned; `nil` if that changed.
    private var cleaned: LongRecording?
    /// The values are in a file, to which a forked process would write at the same places.
    let origin = ForkGuard()

    /// Creates a recording without frames.
    convenience init(
        _ settings: Settings, _ formats: [CaptureFormat] = [.table], width: Int32, height: Int32, keepsFacePoints: Bool
    ) throws {
        guard width > 0, height > 0 else {
            throw LineamentError(.invalidArgument, "width and height must be at least 1, not \(width) and \(height).")
        }
        self.init(
            try LongRecording(width: Int(width), height: Int(height), keepsFacePoints: keepsFacePoints), settings,
            formats)
    }

    init(_ recording: LongRecording, _ settings: Settings, _ formats: [CaptureFormat]) {
        lock = Locked(recording.times.last ?? -.infinity)
        self.recording = recording
        self.settings = settings
        self.formats = formats
        choices = settings.filled(CaptureChoices(), by: CaptureChoices.recordingTable)
    }

    func set(_ name: String, to value: String) throws {
        try lock.withLock { _ in
            try choices.set(name, to: value)
            cleaned = nil
        }
    }

    /// Returns the task that finds what the formats need.
    func makeTask() throws -> DetectionTask {
        let subject = CaptureSubject(of: formats)
        // A recording needs no smoothing from frame to frame: it is smoothed afterwards, without delay.
        let camera = lock.withLock { _ in choices.options.motion }
        var values = settings.values.merging(subject.options(smoothing: .none, camera: camera)) { $1 }
        values[subject.limit] = values["numPeople"] ?? .count(.max)
        return try DetectionTask(Settings(SettingsKind(subject.task), values))
    }

    func add(_ result: any RecordableResult, at seconds: Double) throws {
        try lock.withLock { last in
            guard seconds.isFinite, seconds > last else {
                throw LineamentError(
                    .invalidArgument,
                    last.isFinite
                        ? "Times must be increasing, but \(seconds) follows \(last)." : "\(seconds) is no time.")
            }
            try recording.add { result.add(to: &$0, at: seconds) }
            last = seconds
            cleaned = nil
        }
    }

    func write(to path: String) throws -> Int {
        try lock.withLock { _ in
            guard recording.frameCount > 0 else {
                throw LineamentError(.failedPrecondition, "The recording has no frames.")
            }
            return try even().write(to: URL(fileURLWithPath: path), as: choices.format, options: choices.options).count
        }
    }

    /// Returns the cleaned recording, with the chosen rate.
    private func even() throws -> LongRecording {
        if let cleaned { return cleaned }
        let smooth = try recording.cleaned(choices.cleaning)
        let even = try choices.rate.map { try smooth.resampled(rate: $0) } ?? smooth
        cleaned = even
        return even
    }
}
