// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTools
internal import LineamentTasks
internal import LineamentVideo

struct CropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Cut out each face or person, aligned and resampled once.",
        discussion: """
            Writes a file for each face, with the eyes level, or for each person, resampled only once, straight from the \
            full image. A file is named after its source, the frame (videos only), the template (or face or person) and the \
            number of the face or person. \
            The table has the box, the transform from the crop to the image (x' = a·x - b·y + c, y' = b·x + a·y + d), the \
            score and the quality.

            Templates: square (all landmarks and a margin), arcface (for networks that recognize faces), ffhq (for networks \
            that generate faces), passport (35:45, head and eyes placed after ICAO 9303; the crown is an estimate).

            Examples:
              lineament crop portrait.jpg --output face.png --template passport
              lineament crop photos/ --output aligned --template arcface
              lineament crop clip.mp4 --output faces --best-of-track --min-size 40
            """)

    @OptionGroup(title: "Crops") var crops: CropOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func run() throws {
        let output = CropOutput(crops.options)
        let run = try MediaRun(crops.settings(input: input, speed: speed, subject: output.subject))
        let target = crops.target(of: run, subject: output.subject)
        try run.plan.masks?.make()
        let cropper = try Cropper(options: crops.options, baseOptions: run.baseOptions)
        let task = CropTask(cropper, output, bestOfTracksIn: crops.bestOfTrack ? run.maxMemory : nil)
        var pipeline = MediaPipeline(task, run)
        pipeline.maskFiles = { try target.write($0, of: $1) }
        pipeline.readerOptions.squaresPixels = true
        try pipeline.run()
    }
}

/// The options of crops, and where they go.
struct CropOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            """
            Folder for the crops; or, for the only face or person of one image, a file (.png, .jpg, .webp), or - for standard \
            output.
            """, valueName: "path"),
        completion: .file())
    var output: String

    @OptionGroup var rows: CropArguments

    @Flag(help: "For each track in a video, write only the crop with the highest quality.")
    var bestOfTrack = false

    @Option(
        help: ArgumentHelp(
            "File for the table: CSV if it ends in .csv, otherwise JSON lines. Default: standard output.",
            valueName: "file"),
        completion: .file())
    var table: String?

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try rows.check(CropChoices.table)
        try ValidationError.translating { try choices.check { "--\($0) \($1)" } }
        try checkFormat()
    }

    /// Checks that a file gets the format that its name says.
    private func checkFormat() throws {
        guard let format = rows.format, isFile, let named = CropChoices.FileFormat(ofFile: output), named != format
        else { return }
        throw ValidationError("--format \(format.rawValue) does not suit --output \(output). Leave one of them out.")
    }

    /// Whether the output is named like a file, and is not a folder.
    private var isFile: Bool {
        CropChoices.FileFormat(ofFile: output) != nil && !output.hasSuffix("/") && !OutputPath.isFolder(output)
    }

    /// The choices of the arguments.
    private var choices: CropChoices {
        let choices = CropChoices()
        CropChoices.table.set(choices, to: rows.values)
        if rows.format == nil, isFile, let named = CropChoices.FileFormat(ofFile: output) { choices.format = named }
        return choices
    }

    /// The options of the task.
    var options: CropperOptions { choices.options }

    /// Returns the settings of a run whose results are the table.
    /// - Parameter subject: The subject that is cut out.
    /// - Throws: `ValidationError` if there is a file for crops of several inputs.
    func settings(input: InputOptions, speed: SpeedOptions, subject: Subject) throws -> MediaSettings {
        var settings = MediaSettings(input: input, speed: speed, messages: messages)
        let isSingle = output == "-" || isFile
        // A crop on standard output leaves no room for the table there.
        settings.results = MediaSettings.Output("--table", table ?? (output == "-" ? "/dev/null" : nil))
        settings.formats = [.csv, .json]
        settings.masks = MediaSettings.Output("--output", isSingle ? nil : output)
        settings.crop = MediaSettings.Output("--output", isSingle ? output : nil)
        settings.maskFiles = MaskFolder.Files(
            kind: rows.template == .square ? subject.rawValue : rows.template.rawValue,
            pathExtension: choices.format.rawValue,
            encoder: choices.encoder)
        guard !isSingle || !input.skipExisting else {
            throw ValidationError("--skip-existing needs a folder, but --output names a file: \(output).")
        }
        if isSingle { try checkIsOneImage(MediaInput.all(from: input.inputs, mode: input.runningMode)) }
        return settings
    }

    private func checkIsOneImage(_ inputs: [MediaInput]) throws {
        guard inputs.count != 1 || inputs[0].isVideo else { return }
        let what = inputs.count == 1 ? "a video" : "\(inputs.count) inputs"
        let reason =
            output == "-"
            ? "- takes one crop" : "\(output) looks like a file. If it is to be a folder, write \(output)/"
        throw ValidationError("--output needs a folder for \(what), but \(reason).")
    }

    /// Returns where the crops of a run go.
    func target(of run: MediaRun, subject: Subject) -> CropTarget {
        if let folder = run.plan.masks { return .folder(folder, areOfTracks: bestOfTrack) }
        let file = output == "-" ? nil : URL(verbatimPath: output)
        return .file(file, choices.format.encoded, choices.encoder, subject)
    }
}
