// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks

/// The options of one request, checked against the task's table.
package struct TaskSettings: Sendable, Hashable {
    package let action: ServiceAction
    /// The values that differ from the defaults, each in its canonical form.
    private var values: [String: String] = [:]
    /// The boxes of another detector in the image or video of a redaction.
    var given = GivenBoxes()

    /// Checks the items of a query.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the option, its range and its default.
    package init(
        _ action: ServiceAction, for medium: OptionDescription.Medium,
        query: some Sequence<(name: String, value: String)>
    ) throws {
        self.action = action
        let parameters = action.parameters(for: medium)
        var given: Set<String> = []
        for (name, value) in query {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw Self.unknownOption(name, of: action, for: medium, among: parameters.map(\.name))
            }
            guard given.insert(name).inserted else {
                throw LineamentError(.invalidArgument, "\(name) is given more than once. Leave all but one out.")
            }
            guard parameter.accepts(value) else {
                let defaultValue = parameter.defaultValue.isEmpty ? "" : " (default: \(parameter.defaultValue))"
                let given = value.isEmpty ? "empty" : value
                throw LineamentError(
                    .invalidArgument, "\(name) must be \(parameter.values.text)\(defaultValue), not \(given).")
            }
            let canonical = parameter.canonical(value)
            values[name] = canonical == parameter.canonical(parameter.defaultValue) ? nil : canonical
        }
        guard background == nil || !isSet("worldView") else {
            throw LineamentError(
                .invalidArgument,
                "worldView and background exclude each other: one draws landmarks, the other people.")
        }
        try action.check(self, medium)
    }

    private static func unknownOption(
        _ name: String, of action: ServiceAction, for medium: OptionDescription.Medium, among names: [String]
    ) -> LineamentError {
        let kind = medium == .live ? "live session" : medium.rawValue
        let isOfVideos = medium == .image && action.parameters(for: .video).contains { $0.name == name }
        let hint =
            isOfVideos
            ? "It is for videos. If the body is one, send it with a header such as Content-Type: video/mp4."
            : NearestWord.nearest(to: name, in: names).map { "Did you mean \($0)?" }
                ?? OptionHint.remedy(for: name) ?? "Its options: \(names.joined(separator: ", "))."
        guard !name.isEmpty else {
            return LineamentError(.invalidArgument, "The query has an option without a name. \(hint)")
        }
        return LineamentError(
            .invalidArgument, "\(action.name) has no option \(name) for this kind of input (\(kind)). \(hint)")
    }

    /// The value of an option: the given one, or else the default; `nil` if the task has neither.
    subscript(name: String) -> String? {
        values[name]
            ?? action.parameters.first { $0.name == name }.flatMap { $0.defaultValue.isEmpty ? nil : $0.defaultValue }
    }

    /// Returns the value that was given for an option; `nil` if none was.
    func value(givenFor name: String) -> OptionValue? {
        values[name].flatMap { text in action.parameters.first { $0.name == name }?.values.value(of: text) }
    }

    /// Returns whether an option has another value than its default.
    func isGiven(_ name: String) -> Bool { values[name] != nil }

    func isSet(_ name: String) -> Bool { self[name] == "true" }

    /// The choice of what is written and drawn.
    private var choices: AnswerChoices {
        var choices = AnswerChoices()
        choices.fields = values["fields"].map { Set($0.split(separator: ",").map(String.init)) }
        choices.background = background
        choices.showsWorld = isSet("worldView")
        return choices
    }

    private var labels: LabelMode { values["labels"].flatMap(LabelMode.init) ?? .auto }

    /// Sets the options of a task to the values of the request and, for the rest, to the service's defaults.
    func fill<Options>(_ options: Options, _ table: [TaskOption<Options>]) throws {
        let given = table.compactMap { option in
            values[option.name].flatMap { option.description.values.value(of: $0) }.map { (option.name, $0) }
        }
        try table.fill(options, from: Dictionary(given) { $1 })
    }

    /// The background on which people are drawn in place of the results; `nil` for none.
    private var background: Background? {
        values["background"].flatMap { word in
            switch word {
            case "none": .transparent
            case "blur": .blurred
            default: Color(html: word).map(Background.color)
            }
        }
    }

    /// Checks that drawings can have the form of the answer.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a transparent JPEG image or video.
    func check(_ format: AnswerFormat) throws {
        guard !isSet("thumbnails") || format.isPlan else {
            throw LineamentError(
                .invalidArgument, "thumbnails is for plans. Send Accept: application/vnd.lineament.plan+json.")
        }
        guard values["background"] == "none" else { return }
        switch format {
        case .image(.jpeg):
            throw LineamentError(
                .invalidArgument, "background=none needs Accept: image/png or image/webp: JPEG has no transparency.")
        case .video:
            throw LineamentError(
                .invalidArgument,
                "background=none is for images: MP4 has no transparency. Name a color, such as background=%2300ff00.")
        case .image, .json, .csv, .archive, .plan, .planLines: break
        }
    }

    /// Whether masks are sent.
    var needsMasks: Bool { isSet("outputSegmentationMasks") }

    /// The selected part of a video.
    var videoSelection: VideoSelection {
        VideoSelection(
            start: number("start") ?? 0, duration: number("duration"), every: self["every"].flatMap { Int($0) } ?? 1)
    }

    func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }

    /// Returns the task that answers requests with these settings, loading the models and running them once if needed.
    func prepare(_ models: ModelCache) throws -> any PreparedTask {
        try action.prepare(self, models)
    }

    func prepare<Row: TaskRow>(_: Row.Type, _ models: ModelCache) throws -> any PreparedTask {
        let options = Row.Task.Options()
        options.baseOptions = models.baseOptions
        try fill(options, Row.Task.options)
        return try prepare(Row.self, options, of: action, models)
    }

    /// Returns a task with these options, loading the models and running them once if needed.
    /// - Parameter action: The action of the task, whose models are shared.
    func prepare<Row: TaskRow>(
        _: Row.Type, _ options: Row.Task.Options, of action: ServiceAction, _ models: ModelCache
    ) throws -> any PreparedTask {
        Row.require(choices, of: options)
        let task = try models.value(for: Self.key(options, Row.Task.options, of: action)) {
            let task = try loading { try Row.Task(options: options) }
            try runOnce { try task.runModelsOnce() }
            return task
        }
        return PreparedOutput(LoadedRow(task, TaskOutput<Row>(choices, options)), labels: labels)
    }

    /// Reports a model that the request chose and the server does not have as a fault of the request.
    private func loading<Task>(_ load: () throws -> Task) throws -> Task {
        do {
            return try load()
        } catch let error as LineamentError where error.code == .notFound {
            guard let model = values["model"] else { throw error }
            throw LineamentError(
                .invalidArgument,
                "This server does not have the model \(model). To install it there: "
                    + "lineament models fetch pose-\(model).", underlyingError: error)
        }
    }

    /// Runs models with all threads and with one, as the first run of each is slow.
    private func runOnce(_ run: () throws -> Void) rethrows {
        try run()
        try CoreLoad.$limit.withValue(1) { try run() }
    }

    /// Whether the frames of videos whose pixels are not square are scaled, as people see them.
    var seesSquarePixels: Bool {
        get throws { try action.task.map { try seesSquarePixels($0.task) } ?? true }
    }

    private func seesSquarePixels<Task: OfferedTask>(_: Task.Type) throws -> Bool {
        let options = Task.Options()
        try fill(options, Task.options)
        return options.seesSquarePixels
    }

    /// Returns the key of the models: all options of the task. Models that differ
    /// from the defaults only in flags are never evicted, because there are few of them.
    private static func key<Options>(
        _ options: Options, _ table: [TaskOption<Options>], of action: ServiceAction
    ) -> ModelCache.Key {
        let isDefault = table.allSatisfy { option in
            option.description.values == .flag || option.get(options) == option.description.frontDefault
        }
        return ModelCache.Key(action: action, values: table.map { $0.get(options) }, isDefault: isDefault)
    }

    /// The key of what has no table: all values of the request, or those of some options.
    func key(of names: [String]? = nil) -> ModelCache.Key {
        let given = (names ?? action.parameters.map(\.name)).map { values[$0] ?? "" }
        return ModelCache.Key(
            action: action, values: given.map(OptionValue.choice), isDefault: given.allSatisfy(\.isEmpty))
    }
}

extension TaskSettings: Equatable {
    /// Returns whether two requests have the same options, in whatever spelling.
    package static func == (first: Self, second: Self) -> Bool {
        first.action == second.action && first.values == second.values
    }
}
