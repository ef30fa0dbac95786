// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks

/// What settings are of: a task or tool, with its options.
struct SettingsKind: Sendable {
    let name: String
    let rows: [OptionDescription]
    /// The task; `nil` for a tool.
    var task: TaskKind?
    /// The names of the options that may be images.
    var imageOptions: Set<String> = []

    /// The options of redactions but those for files, which are the caller's here.
    static let redact = SettingsKind(
        name: "redact",
        rows: RedactionChoices.table.map(\.description).filter { $0.phase != .file } + BaseOptions.hardware,
        imageOptions: ["how"])
    /// The options of crops but those of files.
    static let crop = SettingsKind(
        name: "crop", rows: CropChoices.table.map(\.description).without("format", "quality") + BaseOptions.hardware)
    /// The options of recordings, and of the task that finds what is recorded.
    static let capture = SettingsKind(
        name: "capture",
        rows: CaptureChoices.recordingTable.map(\.description)
            + [OptionDescription("numPeople", "Maximum number of people.", .limit)] + BaseOptions.hardware)
    static let send = SettingsKind(name: "send", rows: SendingChoices.table.map(\.description))

    private static let all = [redact, crop, capture, send] + TaskKind.allCases.map { SettingsKind($0) }

    /// The options of a task that have an effect in C.
    init(_ task: TaskKind) {
        let model = task.task.takesModel ? BaseOptions.model : []
        self.init(
            name: task.rawValue, rows: task.options.filter { $0.field != nil } + BaseOptions.hardware + model,
            task: task)
    }

    private init(name: String, rows: [OptionDescription], task: TaskKind? = nil, imageOptions: Set<String> = []) {
        self.name = name
        self.rows = rows
        self.task = task
        self.imageOptions = imageOptions
    }

    /// Returns the kind of a name.
    /// - Throws: `LineamentError` with code `invalidArgument` that says which there are.
    static func named(_ name: String) throws -> SettingsKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        throw LineamentError(
            .invalidArgument, "There are no settings of \(name), but of \(all.map(\.name).joined(separator: ", ")).")
    }
}

extension [OptionDescription] {
    fileprivate func without(_ names: String...) -> Self { filter { !names.contains($0.name) } }
}

extension BaseOptions {
    /// The words for the hardware, in the order of `LineamentDelegate`. As in commands, `gpu` fails without one.
    static let delegates = ["cpu", "gpu-or-cpu", "gpu"]

    static let hardware = table.dropLast().map(\.description)
    static let model = table.suffix(1).map(\.description)

    /// What models run on, and the file of a task's model.
    static let table: [TaskOption<BaseOptions>] = [
        .count(
            "threads", \.numThreads, nil, "Threads per inference; 0: chosen automatically.",
            .count(0...Threading.maximum), placeholder: "n"),
        TaskOption(
            "delegate", "The hardware that runs the models.", .choice(delegates), nil,
            get: { .choice($0.delegate == .CPU ? "cpu" : $0.requiresDelegate ? "gpu" : "gpu-or-cpu") },
            set: {
                $0.delegate = $1 == .choice("cpu") ? .CPU : .GPU
                $0.requiresDelegate = $1 == .choice("gpu")
            }),
        .flag("halfPrecision", \.allowsHalfPrecision, nil, "Whether a GPU may compute with 16-bit floats."),
        TaskOption(
            "modelPath", "The file of the model.", .choice([]), nil,
            get: { .choice($0.modelAssetPath) }, set: { $0.modelAssetPath = $1.word ?? "" }),
    ]
}
