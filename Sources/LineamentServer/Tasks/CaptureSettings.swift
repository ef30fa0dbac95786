// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// The options of a request for a recording: the format, and how the recording is cleaned and written.
struct CaptureSettings: Sendable {
    let format: CaptureFormat
    let cleaning: CleaningOptions
    let options: CaptureOptions
    /// The frames per second to write; `nil` for those of the input.
    let rate: Double?
    /// Whether an input that is cut off is answered with what came before.
    let takesPart: Bool
    private let settings: TaskSettings

    /// The name of files, without its ending.
    static let fileName = "recording"

    /// - Throws: ``LineamentError`` with code `invalidArgument` if there is no format.
    init(_ settings: TaskSettings) throws {
        guard let format = settings["format"].flatMap(CaptureFormat.init(word:)) else {
            throw LineamentError(
                .invalidArgument,
                "The query must name a format (format=\(CaptureFormat.words.joined(separator: ", "))).")
        }
        let choices = CaptureChoices()
        try settings.fill(choices, CaptureChoices.table)
        self.format = format
        self.settings = settings
        cleaning = choices.cleaning
        var options = choices.options
        options.name = Self.fileName
        self.options = options
        rate = choices.rate
        takesPart = settings.isSet("partial")
    }

    /// Checks that no option is for videos alone.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    func checkForLines() throws {
        guard let name = Self.optionsOfVideos.first(where: settings.isGiven) else { return }
        throw LineamentError(.invalidArgument, "\(name) is for videos. In JSON lines, all that was found is recorded.")
    }

    private static let optionsOfVideos = ["numPeople", "start", "duration", "every"]

    /// The selected part of a video.
    var videoSelection: VideoSelection { settings.videoSelection }

    /// Returns the task that finds what the format needs in a video, as the command line runs it: without smoothing from frame to
    /// frame, which a recording does not need.
    func prepare(_ models: ModelCache) throws -> any PreparedTask { try prepare(format.subject.task.row, models) }

    private func prepare<Row: TaskRow>(_: Row.Type, _ models: ModelCache) throws -> any PreparedTask {
        let taskOptions = Row.Task.Options()
        taskOptions.baseOptions = models.baseOptions
        try Row.Task.options.set(taskOptions, from: taskValues)
        return try settings.prepare(Row.self, taskOptions, of: .task(format.subject.task), models)
    }

    /// The values of the task's options that differ from the library's defaults.
    var taskValues: [String: OptionValue] {
        var values = format.subject.options(smoothing: .none, camera: options.motion)
        values[format.subject.limit] = settings.value(givenFor: "numPeople")
        return values
    }
}

extension CaptureFormat {
    /// The media type of its files.
    var mediaType: String {
        switch self {
        case .bvh, .trc, .mot: "text/plain"
        case .glb, .vrma: "model/gltf-binary"
        case .liveLink, .table: "text/csv"
        case .pose: "application/octet-stream"
        case .openPose: "application/json"
        }
    }
}
