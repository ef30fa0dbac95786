internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks
internal import LineamentVideo

struct CropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Cut out each face or person, aligned and resampled once.",
        discussion: """
            Writes a PNG file for each face, with the eyes level, or for each person, resampled only once, straight from the \
            full image. A file is named after its source, the frame (videos only) and the number of the face or person. \
            The table has the box, the transform from the crop to the image (x' = a·x - b·y + c, y' = b·x + a·y + d), the \
            score and the quality.

            Templates: square (all landmarks and a margin), arcface (for networks that recognize faces), ffhq (for networks \
            that generate faces), passport (35:45, head and eyes placed after ICAO 9303; the crown is an estimate).

            Examples:
              lineament crop portrait.jpg --output faces
              lineament crop photos/ --output aligned --template arcface
              lineament crop clip.mp4 --output faces --best-of-track --min-size 40
            """)

    @OptionGroup(title: "Crops") var crops: CropOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func run() throws {
        let output = CropOutput(crops.options)
        let run = try MediaRun(crops.settings(input: input, speed: speed, kind: output.subject.rawValue))
        let folder = run.plan.masks
        try folder?.make()
        let cropper = try Cropper(options: crops.options, baseOptions: run.baseOptions)
        var pipeline = run.pipeline(
            for: crops.bestOfTrack
                ? LoadedTask(bestOfTracksOf: cropper, output, maxMemory: run.maxMemory) : LoadedTask(cropper, output))
        pipeline.readerOptions.squaresPixels = true
        pipeline.maskFiles = { [bestOfTrack = crops.bestOfTrack] result, head in
            // Crops of tracks come with the last frame.
            let isTrack = bestOfTrack && head.frame != nil
            return try folder?.write(result.crops.map { ($0.image, isTrack ? $0.trackID : nil) }, of: head)
        }
        try pipeline.run()
    }
}

/// What is cut out how, and where to.
struct CropOptions: ParsableArguments {
    @Option(
        name: [.short, .long], help: ArgumentHelp("Folder for the crops.", valueName: "folder"), completion: .directory)
    var output: String

    @Option(help: ArgumentHelp(CropChoices.table.help("what")))
    var what = CropChoices.What.frontDefault

    @Option(help: ArgumentHelp(CropChoices.table.help("template")))
    var template = CropTemplate.Kind.square

    @Option(help: ArgumentHelp(CropChoices.table.help("size"), valueName: "pixels"))
    var size: Int?

    @Option(help: ArgumentHelp(CropChoices.table.help("margin"), valueName: "share"))
    var margin: Double?

    @Option(help: ArgumentHelp(CropChoices.table.help("minSize"), valueName: "pixels"))
    var minSize = 0.0

    @Option(help: ArgumentHelp(CropChoices.table.help("minQuality"), valueName: "quality"))
    var minQuality: Float = 0

    @Flag(help: "For each track in a video, write only the crop with the highest quality.")
    var bestOfTrack = false

    @Option(
        help: ArgumentHelp(
            "File for the table: CSV if it ends in .csv, otherwise JSON lines. Default: standard output.",
            valueName: "file"),
        completion: .file())
    var table: String?

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
        if let size { try OptionRange.check(size, in: CropTemplate.sizes, "--size") }
        if let margin, !CropTemplate.margins.contains(margin) {
            throw ValidationError("--margin must be from 0 to 4, not \(margin).")
        }
        do {
            try choices.check { "--\($0) \($1)" }
        } catch let error as LineamentError {
            throw ValidationError(error.message)
        }
        try checkPaths()
        guard minSize >= 0, minSize.isFinite else { throw ValidationError("--min-size must be at least 0.") }
        guard (0...1).contains(minQuality) else { throw ValidationError("--min-quality must be from 0 to 1.") }
    }

    /// The extensions of the names of tables.
    private static let tables = ["csv", "json", "jsonl", "ndjson", "txt", ""]

    /// Checks that names do not promise what is not written.
    private func checkPaths() throws {
        if let table, !Self.tables.contains(table.lowercasedExtension) {
            throw ValidationError(
                "--table writes CSV (.csv) or JSON lines (.jsonl), not .\(table.lowercasedExtension). For Parquet, use "
                    + "python -m lineament.ray.")
        }
        guard ImageEncoder.Format(pathExtension: output.lowercasedExtension) == nil || output.hasSuffix("/") else {
            throw ValidationError(
                "--output needs a folder, but \(output) looks like a file. If it is to be a folder, write \(output)/.")
        }
    }

    /// What is cut out.
    private var choices: CropChoices {
        let choices = CropChoices()
        choices.what = what
        choices.template = template
        choices.size = size
        choices.margin = margin
        choices.minSize = minSize
        choices.minQuality = minQuality
        return choices
    }

    /// The options of the task.
    var options: CropperOptions { choices.options }

    /// Returns the settings of a run whose results are the table.
    /// - Parameter kind: The kind of crop, used in file names.
    func settings(input: InputOptions, speed: SpeedOptions, kind: String) -> MediaSettings {
        var settings = MediaSettings(input: input, speed: speed)
        settings.results = MediaSettings.Output("--table", table)
        settings.format = table.map { $0.lowercasedExtension == "csv" ? .csv : .json }
        settings.masks = MediaSettings.Output("--output", output)
        settings.kindOfMasks = kind
        settings.isQuiet = quiet
        settings.isVerbose = verbose
        return settings
    }
}
