package import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentVideo

/// What a request asks for: the results of a task, or what is made from them.
package enum ServiceAction: Hashable, Sendable, CaseIterable {
    case task(TaskKind)
    /// A copy in which nobody can be recognized.
    case redact
    /// Faces or people cut out.
    case crop

    package static let allCases = TaskKind.allCases.map(ServiceAction.task) + tools
    /// All but the tasks.
    package static let tools = [ServiceAction.redact, .crop]

    /// The name, which is the last part of the path.
    package var name: String {
        switch self {
        case .task(let task): task.rawValue
        case .redact: "redact"
        case .crop: "crop"
        }
    }

    /// What it does, in one sentence.
    var summary: String {
        switch self {
        case .task(let task): task.summary
        case .redact: "Makes the faces, heads or people in an image or video unrecognizable."
        case .crop: "Cuts out each face or person of an image, aligned and resampled once."
        }
    }

    /// The options for one medium.
    package func parameters(for medium: TaskParameter.Medium) -> [TaskParameter] {
        parameters.filter { $0.media.contains(medium) }
    }

    /// The options; the defaults are those of the command line.
    package var parameters: [TaskParameter] {
        switch self {
        case .task(let task): task.parameters
        case .redact: TaskParameter.redaction
        case .crop: TaskParameter.cropping
        }
    }

    /// Whether it takes a body.
    func takes(_ body: AnswerFormat.Body) -> Bool { self != .crop || body != .video }

    /// Returns whether a form is one of its answers.
    func offers(_ format: AnswerFormat) -> Bool {
        switch format {
        case .json, .csv: true
        case .image, .video: self != .crop
        case .archive: self == .crop
        }
    }

    /// The form of an answer to a client that takes any.
    func usualFormat(for body: AnswerFormat.Body) -> AnswerFormat {
        switch (self, body) {
        case (.redact, .image): .image(.png)
        case (.redact, .video): .video
        case (.crop, .image): .archive
        default: .json
        }
    }
}

extension TaskParameter {
    fileprivate static let redaction = [
        TaskParameter(
            name: "what", values: .choice(RedactorOptions.Subject.allCases.map(\.rawValue)),
            defaultValue: RedactorOptions().subject.rawValue,
            summary: "What is covered; people: bodies by their masks, and heads.", media: [.image, .video]),
        TaskParameter(
            name: "how", values: .choice(RedactionMethod.words), defaultValue: "blur",
            summary: "How it is covered; fill leaves nothing.", media: [.image, .video]),
        TaskParameter(
            name: "minDetectionConfidence", values: .number(0...1),
            defaultValue: "\(RedactorOptions().minDetectionConfidence)",
            summary: "The minimum score of a face; lower than for landmarks, as covering too much does less harm.",
            media: [.image, .video]),
        TaskParameter(
            name: "keep", values: .numbers(["nobody", "largest"]), defaultValue: "nobody",
            summary:
                "Whose face stays visible: largest (in each image; not for videos), or the track IDs of a report of the same "
                + "video. Not with what=people.", media: [.image, .video]),
        TaskParameter(
            name: "review", values: .flag, defaultValue: "false",
            summary: "Whether what would be covered is drawn instead of covered.", media: [.image, .video]),
        TaskParameter(
            name: "verify", values: .flag, defaultValue: "false",
            summary:
                "Whether each finished copy is searched again, and what is found in it covered and reported; takes about as "
                + "long again.", media: [.image, .video]),
        TaskParameter(
            name: "sound", values: .choice(["copy", "drop"]), defaultValue: "copy",
            summary: "The audio of a video, which may tell who speaks.", media: [.video]),
        TaskParameter(
            name: "crf", values: .count(VideoWriter.rateFactors(of: "mp4")), defaultValue: "20",
            summary: "The constant rate factor of a video's copy; 0 is the best.", media: [.video]),
        .start, .duration, .every,
    ]

    fileprivate static let cropping = [
        TaskParameter(
            name: "what", values: .choice(["faces", "people"]), defaultValue: "faces",
            summary: "What is cut out; people: whole bodies by their masks, not rotated.", media: [.image]),
        TaskParameter(
            name: "template", values: .choice(CropTemplate.Kind.allCases.map(\.rawValue)), defaultValue: "square",
            summary: "How faces are placed.", media: [.image]),
        TaskParameter(
            name: "size", values: .count(CropTemplate.sizes), defaultValue: "",
            summary:
                "The side of a crop in pixels, for passport its height, and for people the longer side; by default that of the "
                + "template, or the size in the image.", media: [.image]),
        TaskParameter(
            name: "margin", values: .number(CropTemplate.margins), defaultValue: "",
            summary:
                "The margin on each side of a square or person, as a fraction of the longer side; by default 0.25 or 0.05.",
            media: [.image]),
        TaskParameter(
            name: "minSize", values: .number(0...1_048_576), defaultValue: "0",
            summary: "The width in pixels below which faces or people are skipped.", media: [.image]),
        TaskParameter(
            name: "minQuality", values: .number(0...1), defaultValue: "0",
            summary: "The quality below which faces or people are skipped.", media: [.image]),
    ]
}
