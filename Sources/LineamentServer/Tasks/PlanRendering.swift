// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentRender
internal import LineamentTasks

/// The rendering of a plan that comes with its image or video.
struct PlanRendering: Sendable {
    /// The plan of the input.
    let input: PlannedInput
    /// The part of a video that the copy has.
    let selection: VideoSelection
    private let task: PlannedRedaction

    /// - Parameters:
    ///   - text: The plan as JSON.
    ///   - file: The image or video.
    ///   - settings: The options of the request.
    ///   - isMethodGiven: Whether the request has `how`.
    /// - Throws: `LineamentError` with code `invalidArgument` if the plan is none, or is one of another file.
    init(_ text: String, of file: MultipartBody.Part, _ settings: TaskSettings, isMethodGiven: Bool) throws {
        let plan = try RedactionPlan(json: text)
        input = try plan.input(sha256: FileDigest.of(file.content), file: file.fileName ?? "The file")
        selection = VideoSelection(
            start: plan.options.start, duration: plan.options.duration, every: plan.options.every)
        let choices = try settings.redactionChoices
        let planned = isMethodGiven ? nil : plan.options.how.flatMap(RedactionMethod.init(word:))
        guard isMethodGiven || planned != nil else {
            throw LineamentError(.invalidArgument, "The plan was made with an image, which it does not hold. Add how.")
        }
        let output = RedactionOutput(method: planned ?? choices.options.method, isReview: choices.isReview)
        task = PlannedRedaction(plan, of: input, covers: choices.options.covers, output)
    }

    /// The task, which needs no models.
    var prepared: any PreparedTask { PreparedOutput(task) }
}
