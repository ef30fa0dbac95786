// SPDX-License-Identifier: Apache-2.0
package import Lineament
internal import LineamentImages
internal import LineamentTasks

/// The purpose of a request, as a row: the results of a task, or what is made from them. Endpoints, settings and descriptions go by
/// its columns.
package struct ServiceAction: Sendable {
    /// The name, which is the last part of the path.
    package let name: String
    /// A summary of its effect, in one sentence.
    let summary: String
    /// The options; the defaults are those of the command line.
    package let parameters: [OptionDescription]
    /// The task whose results are the answer; `nil` for a tool.
    let task: TaskKind?
    /// The bodies that it takes.
    let bodies: Set<AnswerFormat.Body>
    /// The forms of its answers; empty for a recording, which has forms of its own.
    let formats: [AnswerFormat]
    /// The form of an answer to a client that takes any, where it is not JSON.
    let usualFormats: [AnswerFormat.Body: AnswerFormat]
    /// The schema of a result; `nil` for what is no JSON.
    let resultSchema: JSONValue?
    /// Whether a document can come before the image or video: a plan, or the boxes of another detector.
    let takesDocuments: Bool
    /// Checks options that exclude each other.
    let check: @Sendable (TaskSettings, OptionDescription.Medium) throws -> Void
    /// Returns the task that answers requests, loading the models and running them once if needed.
    let prepare: @Sendable (TaskSettings, ModelCache) throws -> any PreparedTask

    fileprivate init(
        _ name: String, _ summary: String, _ parameters: [OptionDescription], task: TaskKind? = nil,
        bodies: Set<AnswerFormat.Body>, formats: [AnswerFormat],
        usualFormats: [AnswerFormat.Body: AnswerFormat] = [:], resultSchema: JSONValue?, takesDocuments: Bool = false,
        check: @escaping @Sendable (TaskSettings, OptionDescription.Medium) throws -> Void = { _, _ in },
        prepare: @escaping @Sendable (TaskSettings, ModelCache) throws -> any PreparedTask
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.task = task
        self.bodies = bodies
        self.formats = formats
        self.usualFormats = usualFormats
        self.resultSchema = resultSchema
        self.takesDocuments = takesDocuments
        self.check = check
        self.prepare = prepare
    }

    /// The options for one medium.
    package func parameters(for medium: OptionDescription.Medium) -> [OptionDescription] {
        parameters.filter { $0.media.contains(medium) }
    }

    /// The name of the schema of a result, such as "FaceDetectorResult".
    var schemaName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Result"
    }
}

extension ServiceAction: Hashable, CaseIterable {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    package static let allCases = TaskKind.allCases.map(task) + tools
    /// All but the tasks.
    package static let tools = [redact, crop, capture]

    package static func task(_ kind: TaskKind) -> ServiceAction { tasks[kind] ?? row(of: kind) }

    private static let tasks = Dictionary(TaskKind.allCases.map { ($0, row(of: $0)) }) { $1 }

    private static func row(of kind: TaskKind) -> ServiceAction {
        ServiceAction(
            kind.rawValue, kind.summary, kind.parameters, task: kind, bodies: [.image, .images, .video],
            formats: AnswerFormat.lines + AnswerFormat.drawings, resultSchema: ResultSchema(kind).serviceResult,
            prepare: { try $0.prepare(kind.row, $1) })
    }

    /// A copy in which people cannot be recognized.
    package static let redact = ServiceAction(
        "redact", "Makes the faces, heads or people in an image or video unrecognizable.",
        RedactionChoices.table.map(\.description.ofTool).filter { !$0.media.isEmpty } + OptionDescription.videoRange,
        bodies: [.image, .images, .video],
        formats: AnswerFormat.lines + AnswerFormat.drawings + AnswerFormat.plans,
        usualFormats: [.image: .image(.png), .video: .video], resultSchema: ResultSchema.redaction,
        takesDocuments: true,
        check: { try $0.checkRedaction(of: $1) }, prepare: { try $0.prepareRedaction($1) })

    /// Faces or people cut out.
    package static let crop = ServiceAction(
        "crop", "Cuts out each face or person of an image, aligned and resampled once.",
        CropChoices.table.map(\.description.ofTool), bodies: [.image, .images],
        formats: AnswerFormat.lines + [.archive], usualFormats: [.image: .archive], resultSchema: ResultSchema.crops,
        prepare: { try $0.prepareCrops($1) })

    /// A recording of people's movements, as a file for other programs.
    package static let capture = ServiceAction(
        "capture", "Records people's movements for animation programs, avatars and OpenSim.",
        OptionDescription.capture + OptionDescription.videoRange, bodies: [.video], formats: [], resultSchema: nil,
        prepare: { try CaptureSettings($0).prepare($1) })
}
