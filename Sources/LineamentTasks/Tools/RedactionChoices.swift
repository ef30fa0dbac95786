// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentRender
internal import LineamentVideo

/// The options of a redaction, in the form that front doors take.
package final class RedactionChoices {
    package var options = RedactorOptions()
    /// Whether what would be covered is drawn instead.
    package var isReview = false
    /// Whether the copy of a video has its audio.
    package var copiesSound = true
    /// Whether a plan has a thumbnail of each track.
    package var hasThumbnails = false
    /// The constant rate factor of the copy of a video; `nil` for the usual one of its format.
    package var rateFactor: Int?

    package init() {}
}

extension RedactionChoices {
    /// The options; see `TaskOption`.
    package static let table = rows.withTheirDefaults(of: RedactionChoices())

    /// Returns a row for a file, which the command line has alone; the service has plans in bodies, C and Python as text.
    private static func commandLine(
        _ name: String, _ help: String, phase: OptionDescription.Phase = .file, extensions: [String] = ["json"]
    ) -> TaskOption<RedactionChoices> {
        TaskOption(name, help, .choice([]), nil, get: { _ in .unset }, set: { _, _ in })
            .with(\.help, help).with(\.media, []).with(\.placeholder, "file")
            .with(\.completion, ".file(extensions: \(extensions))").with(\.phase, phase)
    }

    private static let rows: [TaskOption<RedactionChoices>] = [
        .choice("what", \.options.subject, nil, "What is covered; people: bodies by their masks, and heads.")
            .with(\.help, "What is covered. people: bodies by their masks, and heads.")
            .with(\.choiceType, "RedactorOptions.Subject"),
        TaskOption(
            "how", "How it is covered; fill leaves nothing.", .choice(RedactionMethod.words), nil,
            get: { .choice($0.options.method.word ?? "") },
            set: { if let method = $1.word.flatMap(RedactionMethod.init(word:)) { $0.options.method = method } }
        ).with(\.phase, .rendering).with(\.placeholder, "how").with(
            \.completion, ".wordsOrFiles(\(RedactionMethod.words))"
        ).with(
            \.help,
            "How: blur (default), pixelate, fill (black, which leaves nothing), or an image to put in its place."),
        .fraction(
            "minDetectionConfidence", \.options.minDetectionConfidence, nil,
            "The minimum score of a face; lower than for landmarks, as covering too much does less harm."
        ).with(\.help, "Minimum score of a face; lower than for landmarks, as covering too much does less harm."),
        TaskOption(
            "keep",
            """
            Whose face stays visible: largest (in each image; not for videos), or the track IDs of a report of the same video. \
            Not with what=people.
            """, .numbers(["nobody", "largest"]), nil,
            get: { .choice($0.options.kept.words) },
            set: { if let kept = $1.word.flatMap(RedactorOptions.Kept.init) { $0.options.kept = kept } }
        ).with(\.placeholder, "who").with(
            \.help,
            """
            Whose face stays visible: nobody (default), largest (in each image; not for videos), or track IDs of a report of the \
            same video, separated by commas. Not with --what people.
            """),
        TaskOption(
            "cover",
            """
            What is covered as well: x,y,width,height in pixels, in videos with @from-to in seconds or min:s; several with semicolons \
            between them.
            """, .areas, nil,
            get: { .choice($0.options.covers.words) },
            set: { if let covers = $1.word.flatMap([CoveredArea].init(words:)) { $0.options.covers = covers } }
        ).with(\.phase, .rendering).with(\.placeholder, "area").with(
            \.help,
            """
            A rectangle that is covered as well, in pixels: x,y,width,height, and in videos @from-to in seconds or min:s. May be repeated.
            """),
        TaskOption(
            "uncover",
            "The numbers of faces of an image that stay visible, as a review or the report of the same image has them.",
            .numbers(["none"]), nil,
            get: {
                let numbers = $0.options.uncovered.sorted().map { "\($0)" }
                return .choice(numbers.isEmpty ? "none" : numbers.joined(separator: ","))
            },
            set: { $0.options.uncovered = Set(($1.word ?? "").split(separator: ",").compactMap { Int($0) }) }
        ).with(\.placeholder, "numbers").with(
            \.help,
            "Numbers of faces that stay visible, as --review or the report of the same image has them; for one image."
        ).with(\.media, [.image]),
        commandLine(
            "plan",
            """
            File for the plan: JSON with what is covered where and when, and where to look first, to be edited and rendered with \
            --from. Without --output, no copies are written. - for standard output.
            """),
        commandLine(
            "from",
            "A plan that --plan has written for the same files. What it says is covered, and nothing is looked for."),
        commandLine(
            "areas",
            """
            File with boxes of another detector, such as of number plates, a JSON object per line: covered as well, and in \
            videos tracked as faces are.
            """, phase: .search, extensions: ["jsonl", "json"]),
        .flag("thumbnails", \.hasThumbnails, nil, "Whether a plan has a small image of each track; only for plans.")
            .with(\.help, "Give the plan a small JPEG image of each track, by which a person knows who is meant."),
        .flag("review", \.isReview, nil, "Whether what would be covered is drawn instead of covered.")
            .with(\.help, "Draw what would be covered instead of covering it; what is worth a look in vermilion.")
            .with(\.phase, .rendering),
        .flag(
            "verify", \.options.verifies, nil,
            """
            Whether each finished copy is searched again, and what is found in it covered and reported; takes about as long \
            again.
            """
        ).with(
            \.help,
            "Search each finished copy again; what is found in it is covered and reported. Takes about as long again."
        ).with(\.phase, .verification),
        TaskOption(
            "sound", "The audio of a video, which may tell who speaks.", .choice(["copy", "drop"]), nil,
            get: { .choice($0.copiesSound ? "copy" : "drop") }, set: { $0.copiesSound = $1.word != "drop" }
        ).with(\.help, "Audio of videos: copy, or drop.").with(\.media, [.video]).with(\.phase, .file),
        TaskOption(
            "crf", "The constant rate factor of a video's copy; with 0 nothing is lost.",
            .count(VideoWriter.rateFactors(of: "mp4")), nil,
            get: { .count($0.rateFactor ?? VideoWriter.usualRateFactor(isWebM: false)) },
            set: { if case .count(let factor) = $1 { $0.rateFactor = factor } }
        ).with(
            \.help,
            "Constant rate factor of videos: 0 (no loss) to 51, of WebM to 63. Default: 20 (HEVC 22, AV1 26, VP9 32)."
        ).with(\.media, [.video]).with(\.phase, .file),
    ]
}

extension RedactorOptions.Subject: OptionChoice {
    package static var frontDefault: Self { .faces }
}

extension [CoveredArea] {
    /// The words that stand for the areas.
    fileprivate var words: String { map(\.words).joined(separator: ";") }

    /// Creates the areas from their words, with semicolons between them.
    fileprivate init?(words: String) {
        let areas = words.split(separator: ";").map { CoveredArea(String($0)) }
        guard !areas.contains(nil) else { return nil }
        self = areas.compactMap(\.self)
    }
}

extension RedactorOptions.Kept {
    /// The words that stand for it.
    fileprivate var words: String {
        switch self {
        case .nobody: "nobody"
        case .largest: "largest"
        case .tracks(let ids): ids.sorted().map { "\($0)" }.joined(separator: ",")
        }
    }
}
