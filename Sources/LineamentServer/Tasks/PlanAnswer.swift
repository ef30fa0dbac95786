// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentRender
internal import LineamentTasks

/// The plan of a redaction, as the answer to an image or video.
struct PlanAnswer: Sendable {
    private let settings: TaskSettings
    private let options: RedactionPlan.Options
    private let recording: PlanRecording

    /// - Throws: `LineamentError` with code `invalidArgument` if an option has a wrong value.
    init(_ settings: TaskSettings) throws {
        self.settings = settings
        let choices = try settings.redactionChoices.options
        var options = RedactionPlan.Options(choices)
        let selection = settings.videoSelection
        options.start = selection.start
        options.duration = selection.duration
        options.every = selection.every
        self.options = options
        recording = PlanRecording(covers: choices.covers, hasThumbnails: settings.isSet("thumbnails"))
    }

    /// Returns the task whose results are recorded.
    func prepare(_ models: ModelCache) throws -> any PreparedTask {
        PreparedOutput(RecordedRedaction(try settings.loadRedaction(models), by: recording))
    }

    /// Returns the plan once the task has worked on all of the input.
    /// - Parameters:
    ///   - file: The name of the input.
    ///   - sha256: Its SHA-256, in hexadecimal digits.
    /// - Throws: `LineamentError` if a part of the input has no result.
    func plan(file: String, sha256: String) throws -> RedactionPlan {
        guard let input = recording.input(file: file, sha256: sha256) else {
            throw LineamentError(.internal, "A part of the input has no result, so there is no plan.")
        }
        return RedactionPlan(options: options, inputs: [input])
    }
}
