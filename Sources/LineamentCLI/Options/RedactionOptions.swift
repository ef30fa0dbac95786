// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools
internal import LineamentTasks
internal import LineamentVideo

/// The options of a redaction, and where it goes.
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
    var output: String?

    @OptionGroup var rows: RedactionArguments

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

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try rows.check(RedactionChoices.table)
        guard output != nil || rows.plan != nil else {
            throw ValidationError("Name the copy with --output, or the plan with --plan.")
        }
        try checkPlans()
        if let crf { try OptionRange.check(crf, in: 0...VideoWriter.rateFactors(of: "webm").upperBound, "--crf") }
        try check(choices, hasVideos: false)
    }

    /// Checks the options of plans.
    private func checkPlans() throws {
        guard output != nil || !rows.review else {
            throw ValidationError("--review draws into copies. Name one with --output.")
        }
        guard rows.plan != "-" || output != "-" else {
            throw ValidationError(
                "The copy and the plan cannot both go to standard output. Name a file for one of them.")
        }
        guard rows.plan != nil || !rows.thumbnails else {
            throw ValidationError("--thumbnails are for a plan. Name it with --plan.")
        }
        guard rows.from != nil else { return }
        guard rows.plan == nil else {
            throw ValidationError("--from renders a plan, and --plan makes one. Leave one out.")
        }
        let analyzing = RedactionChoices.table.filter { [.search, .verification].contains($0.description.phase) }
        if let name = rows.firstGiven(in: analyzing) ?? (strict ? "--strict" : nil) {
            throw ValidationError("\(name) is for an analysis. With --from, edit the plan.")
        }
    }

    /// Checks that the range of a video is left to the plan.
    func checkRange(_ input: InputOptions) throws {
        guard !input.range.selectsFrames else {
            throw ValidationError("--start, --duration and --every are the plan's. Leave them out with --from.")
        }
    }

    /// Checks options that exclude each other.
    private func check(_ options: RedactorOptions, hasVideos: Bool) throws {
        try ValidationError.translating {
            try options.check(hasVideos: hasVideos) { option, value in
                let name = option == "minDetectionConfidence" ? "min-detection-confidence" : option
                return "--\(name)" + (value.isEmpty ? "" : " \(value)")
            }
        }
    }

    /// The options but for the method.
    private var choices: RedactorOptions {
        let choices = RedactionChoices()
        RedactionChoices.table.set(choices, to: rows.values)
        return choices.options
    }

    /// Returns the options of the task.
    /// - Throws: `ValidationError` if they do not suit the inputs of a plan.
    func options(for plan: MediaPlan) throws -> RedactorOptions {
        var options = choices
        options.method = try method(rows.how ?? Self.usualMethod)
        try check(options, hasVideos: plan.inputs.contains(where: \.isVideo))
        guard rows.uncover == nil || plan.inputs.count == 1 else {
            throw ValidationError("--uncover counts the faces of one image, not of \(plan.inputs.count).")
        }
        try checkRateFactor(for: plan)
        return options
    }

    /// The options that were given and concern videos only.
    var videoOptions: [String] {
        [("--sound", sound != .copy), ("--crf", crf != nil)].filter(\.1).map(\.0)
    }

    /// Checks the constant rate factor against the videos that are written.
    private func checkRateFactor(for plan: MediaPlan) throws {
        guard let crf else { return }
        let hasVideos = plan.annotations.contains { $0?.isVideo == true }
        guard hasVideos else { return try OptionRange.check(crf, in: VideoWriter.rateFactors(of: "mp4"), "--crf") }
        for case .video(let url)? in plan.annotations {
            let factors = VideoWriter.rateFactors(of: url.pathExtension)
            guard !factors.contains(crf) else { continue }
            throw ValidationError(
                "--crf must be from 0 to \(factors.upperBound) for .\(url.pathExtension), not \(crf). "
                    + "Choose a lower one, or write .webm.")
        }
    }

    /// The method unless the user chooses another.
    private static let usualMethod = "blur"

    /// Returns how areas are covered by a plan.
    func method(of options: RedactionPlan.Options) throws -> RedactionMethod {
        if let how = rows.how { return try method(how) }
        guard let how = options.how else {
            throw ValidationError("The plan was made with an image. Name it with --how.")
        }
        return try method(how)
    }

    /// Returns how areas are covered.
    private func method(_ how: String) throws -> RedactionMethod {
        if let method = RedactionMethod(word: how) { return method }
        guard FileManager.default.fileExists(atPath: how) else {
            let words = RedactionMethod.words.map { $0 == "fill" ? "fill (black)" : $0 }.joined(separator: ", ")
            throw ValidationError("--how must be \(words) or an image, but there is no file \(how).")
        }
        return .image(try ImageDecoder().decode(contentsOf: URL(verbatimPath: how)))
    }

    /// Returns the settings of a run whose drawings are the copies, and whose results are the report.
    func settings(input: InputOptions, speed: SpeedOptions) throws -> MediaSettings {
        var settings = MediaSettings(input: input, speed: speed, messages: messages)
        // A copy or plan on standard output leaves no room for the report there.
        settings.results = MediaSettings.Output("--report", report ?? (writesToStandardOutput ? "/dev/null" : nil))
        settings.format = settings.results.path.map { _ in .json }
        settings.formats = [.json]
        let target = target(of: input)
        settings.drawings = MediaSettings.Output("--output", target)
        settings.copiesAudio = sound == .copy
        settings.isFileInFolder = target != output
        let others = [("the image", rows.how), ("the plan", rows.from), ("the boxes", rows.areas)]
        settings.otherFiles = others.compactMap { name, path in path.map { (name, $0) } }
        return settings
    }

    private var writesToStandardOutput: Bool { output == "-" || rows.plan == "-" }

    /// Returns the path of the copies; `nil` for none. A single video in a folder keeps its name, where a drawing would become
    /// images.
    private func target(of input: InputOptions) -> String? {
        guard let output, output != "-" else { return output }
        let inputs = MediaInput.all(from: input.inputs, mode: input.runningMode)
        guard Annotation.isFolder(output), inputs.count == 1, inputs[0].isVideo else { return output }
        let name = Annotation.videoName(of: inputs[0], copiesAudio: sound == .copy)
        return URL(verbatimPath: output).appendingPathComponent(name).path
    }
}
