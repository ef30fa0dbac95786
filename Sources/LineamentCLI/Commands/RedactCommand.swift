internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks
internal import LineamentVideo

struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Make faces, heads or people in images and videos unrecognizable.",
        discussion: """
            Writes copies; the originals stay. A copy has the pixels, the color profile of an image and, for videos, the audio, \
            and nothing else of the original: no camera data, locations, comments, thumbnails, further images, cover art, \
            chapters, subtitles or data tracks. File names are not anonymized.

            In videos, faces are tracked: gaps of up to 1.5 seconds in the detection of a face are bridged, and each face is \
            also covered for half a second before it is first detected and after it is last detected. With --report, each \
            image and frame has a line with what was covered and what is worth a look. PNG and WebP copies keep transparency; \
            what it hides is gone.

            A blurred or pixelated face is reduced to a few cells of low contrast, three quarters of its width each. That hides \
            it from people and detectors, but what remains can be compared with images of known people; --how fill leaves nothing. No detector \
            finds every face: look at the copies, or at --review, before you publish them.

            Examples:
              lineament redact party.jpg --output redacted.jpg
              lineament redact photos/ --output redacted/ --what heads --how fill
              lineament redact clip.mp4 --output redacted.mp4 --report report.jsonl --strict
            """)

    @OptionGroup(title: "Redaction") var redaction: RedactionOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func run() throws {
        let run = try MediaRun(redaction.settings(input: input, speed: speed))
        let options = try redaction.options(for: run.plan)
        let redactor = try Redactor(options: options, baseOptions: run.baseOptions)
        let tally = RedactionTally()
        let output = RedactionOutput(method: options.method, isReview: redaction.review, willDraw: tally.add)
        var encoding = AnnotatedVideoOutput.Encoding(sound: redaction.sound == .copy ? .copied : .dropped)
        encoding.options.constantRateFactor = redaction.crf
        var pipeline = run.pipeline(for: LoadedTask(redactor, output))
        pipeline.encoding = encoding
        pipeline.readerOptions.squaresPixels = true
        try pipeline.run()
        if !redaction.quiet {
            let notes = [tally.noteOnTracks(options.kept), tally.noteOnDoubts(report: redaction.report)]
            for note in notes.compactMap(\.self) { StandardError.write(.note, note) }
        }
        if redaction.strict, tally.doubts > 0 { throw ExitCode(Self.doubtStatus) }
    }

    /// The exit status with `--strict` if something is worth a look.
    private static let doubtStatus: Int32 = 3
}

/// What a redaction covers, and where it goes.
struct RedactionOptions: ParsableArguments {
    /// The sound of videos.
    enum Sound: String, ExpressibleByArgument, CaseIterable, Sendable {
        case copy, drop
    }

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            The copy: a file for one input (.jpg, .png, .webp; .mp4, .mov, .mkv, .webm), otherwise a folder; - for one image, as \
            PNG on standard output.
            """, valueName: "path"),
        completion: .file())
    var output: String

    @Option(help: ArgumentHelp(RedactionChoices.table.help("what")))
    var what = RedactorOptions().subject

    @Option(
        help: ArgumentHelp(RedactionChoices.table.help("how"), valueName: "how"),
        completion: .wordsOrFiles(RedactionMethod.words))
    var how = "blur"

    @Option(help: ArgumentHelp(RedactionChoices.table.help("keep"), valueName: "who"))
    var keep: String?

    @Option(help: ArgumentHelp(RedactionChoices.table.help("minDetectionConfidence"), valueName: "score"))
    var minDetectionConfidence = RedactorOptions().minDetectionConfidence

    @Flag(help: ArgumentHelp(RedactionChoices.table.help("verify")))
    var verify = false

    @Flag(help: ArgumentHelp(RedactionChoices.table.help("review")))
    var review = false

    @Option(
        help: ArgumentHelp("File for the report, a JSON object per line for each image and frame.", valueName: "file"),
        completion: .file())
    var report: String?

    @Flag(help: "End with exit status 3 if something is worth a look.")
    var strict = false

    @Option(help: ArgumentHelp(RedactionChoices.table.help("sound")))
    var sound = Sound.copy

    @Option(
        help: ArgumentHelp(RedactionChoices.table.help("crf"), valueName: "n"))
    var crf: Int?

    @Flag(name: [.short, .long], help: "Do not print progress, notes or the closing line.")
    var quiet = false

    @Flag(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Print each warning about an image that was read nevertheless, and on a terminal a line for each frame of a video.
            """))
    var verbose = false

    func validate() throws {
        if let crf { try OptionRange.check(crf, in: 0...VideoWriter.rateFactors(of: "webm").upperBound, "--crf") }
        try check(choices(), hasVideos: false)
    }

    /// Checks options that exclude each other.
    private func check(_ options: RedactorOptions, hasVideos: Bool) throws {
        do {
            try options.check(hasVideos: hasVideos) { option, value in
                let name = option == "minDetectionConfidence" ? "min-detection-confidence" : option
                return "--\(name)" + (value.isEmpty ? "" : " \(value)")
            }
        } catch let error as LineamentError {
            throw ValidationError(error.message)
        }
    }

    /// Returns the options but for the method.
    private func choices() throws -> RedactorOptions {
        var options = RedactorOptions()
        (options.subject, options.kept) = (what, try kept())
        options.minDetectionConfidence = minDetectionConfidence
        options.verifies = verify
        return options
    }

    /// Returns the options of the task.
    /// - Throws: `ValidationError` if they do not suit the inputs of a plan.
    func options(for plan: MediaPlan) throws -> RedactorOptions {
        var options = try choices()
        options.method = try method()
        try check(options, hasVideos: plan.inputs.contains(where: \.isVideo))
        try checkRateFactor(for: plan)
        return options
    }

    /// Checks the constant rate factor against the videos that are written.
    private func checkRateFactor(for plan: MediaPlan) throws {
        guard let crf else { return }
        for case .video(let url)? in plan.annotations {
            let factors = VideoWriter.rateFactors(of: url.pathExtension)
            guard !factors.contains(crf) else { continue }
            throw ValidationError(
                "--crf must be from 0 to \(factors.upperBound) for .\(url.pathExtension), not \(crf). "
                    + "Choose a lower one, or write .webm.")
        }
    }

    private func kept() throws -> RedactorOptions.Kept {
        guard let keep else { return .nobody }
        guard let kept = RedactorOptions.Kept(keep) else {
            throw ValidationError("--keep must be \(RedactorOptions.Kept.form), not \(keep).")
        }
        return kept
    }

    /// Returns how areas are covered.
    private func method() throws -> RedactionMethod {
        if let method = RedactionMethod(word: how) { return method }
        guard FileManager.default.fileExists(atPath: how) else {
            let words = RedactionMethod.words.joined(separator: ", ")
            throw ValidationError("--how must be \(words) or an image, but there is no file \(how).")
        }
        return .image(try ImageDecoder().decode(contentsOf: URL(verbatimPath: how)))
    }

    /// Returns the settings of a run whose drawings are the copies, and whose results are the report.
    func settings(input: InputOptions, speed: SpeedOptions) throws -> MediaSettings {
        var settings = MediaSettings(input: input, speed: speed)
        // A copy on standard output leaves no room for the report there.
        settings.results = MediaSettings.Output("--report", report ?? (output == "-" ? "/dev/null" : nil))
        settings.format = settings.results.path.map { _ in .json }
        settings.formats = [.json]
        let target = target(of: input)
        settings.drawings = MediaSettings.Output("--output", target)
        settings.isFileInFolder = target != output
        settings.otherFile = how
        settings.isQuiet = quiet
        settings.isVerbose = verbose
        return settings
    }

    /// Returns the path of the copies. A single video in a folder keeps its name, where a drawing would become images.
    private func target(of input: InputOptions) -> String {
        guard output != "-" else { return output }
        let inputs = MediaInput.all(from: input.inputs, mode: input.runningMode)
        guard Annotation.isFolder(output), inputs.count == 1, inputs[0].isVideo else { return output }
        let name = inputs[0].relativePath
        let isWritable = VideoWriter.pathExtensions.contains(name.lowercasedExtension)
        return URL(verbatimPath: output).appendingPathComponent(isWritable ? name : name + ".mp4").path
    }
}
