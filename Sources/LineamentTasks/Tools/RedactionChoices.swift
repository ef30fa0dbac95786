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
    /// The constant rate factor of the copy of a video; `nil` for the usual one of its format.
    package var rateFactor: Int?

    package init() {}
}

extension RedactionChoices {
    /// The options; see `TaskOption`.
    package static let table = rows.withTheirDefaults(of: RedactionChoices())

    private static let rows: [TaskOption<RedactionChoices>] = [
        .choice("what", \.options.subject, nil, "What is covered; people: bodies by their masks, and heads.")
            .with(\.help, "What is covered. people: bodies by their masks, and heads."),
        TaskOption(
            "how", "How it is covered; fill leaves nothing.", .choice(RedactionMethod.words), nil,
            get: { .choice($0.options.method.word ?? "") },
            set: { if let method = $1.word.flatMap(RedactionMethod.init(word:)) { $0.options.method = method } }
        ).with(\.help, "How: blur, pixelate, fill (black, which leaves nothing), or an image to put in its place."),
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
        ).with(
            \.help,
            """
            Whose face stays visible: nobody (default), largest (in each image; not for videos), or track IDs of a report of the \
            same video, separated by commas. Not with --what people.
            """),
        .flag("review", \.isReview, nil, "Whether what would be covered is drawn instead of covered.")
            .with(\.help, "Draw what would be covered instead of covering it; what is worth a look in vermilion."),
        .flag(
            "verify", \.options.verifies, nil,
            """
            Whether each finished copy is searched again, and what is found in it covered and reported; takes about as long \
            again.
            """
        ).with(
            \.help,
            "Search each finished copy again; what is found in it is covered and reported. Takes about as long again."),
        TaskOption(
            "sound", "The audio of a video, which may tell who speaks.", .choice(["copy", "drop"]), nil,
            get: { .choice($0.copiesSound ? "copy" : "drop") }, set: { $0.copiesSound = $1.word != "drop" }
        ).with(\.help, "Audio of videos: copy, or drop.").with(\.media, [.video]),
        TaskOption(
            "crf", "The constant rate factor of a video's copy; 0 is the best.",
            .count(VideoWriter.rateFactors(of: "mp4")), nil,
            get: { .count($0.rateFactor ?? VideoWriter.usualRateFactor(isWebM: false)) },
            set: { if case .count(let factor) = $1 { $0.rateFactor = factor } }
        ).with(
            \.help, "Constant rate factor of videos: 0 (best) to 51, of WebM to 63. Default: 20 (WebM: 32)."
        ).with(\.media, [.video]),
    ]
}

extension RedactorOptions.Subject: OptionChoice {
    package static var frontDefault: Self { .faces }
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
