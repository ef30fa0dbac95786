// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentTasks
internal import LineamentVideo

/// The command of a task.
struct TaskCommand<Arguments: TaskArguments>: ParsableCommand {
    private typealias Row = Arguments.Row
    private typealias Task = Arguments.Row.Task

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Arguments.kind.rawValue, abstract: Arguments.Row.command.abstract,
            discussion: Arguments.Row.command.discussion)
    }

    @OptionGroup(title: "Detection") var find: Arguments
    @OptionGroup var media: MediaOptions

    func run() throws {
        let answer = find.answer
        try answer.check(annotate: media.output.annotate)
        try Self.checkModel(find.model)
        let run = try media.run(model: find.model, masks: answer.masks, background: answer.background)
        let choices = try answer.choices()
        let options = Task.Options()
        options.baseOptions = run.baseOptions
        try Task.options.fill(options, from: find.values)
        Row.require(choices, of: options)
        let isOwnModel = Self.setModel(find.model, of: options)
        if ModelTrial.isUnderway { ModelTrial.run { try Task(options: options).runModelsOnce() } }
        // A model that the user named is tried in a process of its own first.
        if !isOwnModel, !find.model.isEmpty { try ModelTrial.perform(on: find.model) }
        let task = try Task(options: options)
        let folder = run.plan.masks
        try folder?.make()
        let output = TaskOutput<Row>(choices, options)
        var pipeline = MediaPipeline(LoadedRow(task, output), run)
        pipeline.readerOptions.squaresPixels = options.seesSquarePixels
        pipeline.labels = media.output.labels
        pipeline.speedHint = Row.speedHint(options)
        pipeline.maskFiles = { result, head in try folder?.write(output.masks(result), of: head) }
        try pipeline.run()
    }

    /// Refuses a word that is neither one of the task's own models nor a file, and does not look like the path of one.
    private static func checkModel(_ name: String) throws {
        guard let option = Task.options.first(where: { $0.name == "model" }), !name.isEmpty,
            option.description.values.value(of: name) == nil, !name.contains(where: { "/.\u{fffd}".contains($0) }),
            !FileManager.default.fileExists(atPath: name)
        else { return }
        throw ValidationError("--model must be \(option.description.values.text), or the file of a model, not \(name).")
    }

    /// Chooses one of the task's own models.
    /// - Returns: whether `name` is the word of one, such as `lite`.
    private static func setModel(_ name: String, of options: Task.Options) -> Bool {
        guard let option = Task.options.first(where: { $0.name == "model" }),
            let model = option.description.values.value(of: name)
        else { return false }
        option.set(options, model)
        options.baseOptions.modelAssetPath = ""
        return true
    }
}

/// The arguments of a task's command, which follow from its tables.
protocol TaskArguments: ParsableArguments {
    associatedtype Row: TaskRow

    static var kind: TaskKind { get }
    /// The model that was named; empty for the installed one.
    var model: String { get }
    /// The values by the names of the task's table.
    var values: [String: OptionValue] { get }
    var answer: AnswerArguments { get }
}

/// The user's choice of what is written and drawn.
struct AnswerArguments {
    var masks: String?
    var background: BackgroundChoice?
    var fields: Set<String>?
    var worldView = false

    /// Checks options that need or exclude each other.
    func check(annotate: String?) throws {
        guard worldView else { return }
        guard annotate != nil else { throw ValidationError("--world-view requires --annotate.") }
        guard background == nil else {
            throw ValidationError(
                "--world-view and --background exclude each other: one draws landmarks, the other people.")
        }
    }

    /// Returns the choices, after reading the image of a background.
    func choices() throws -> AnswerChoices {
        var choices = AnswerChoices()
        choices.fields = fields
        choices.hasMasks = masks != nil
        choices.background = try background?.background()
        choices.showsWorld = worldView
        return choices
    }
}
