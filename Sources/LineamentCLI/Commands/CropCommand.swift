internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct CropCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Cut out each face, aligned and resampled once.",
        discussion: """
            Writes a PNG file for each face, with the eyes level, resampled only once, straight from the full image. A file is \
            named after its source, the frame (videos only) and the number of the face. The table has the box, the \
            transform from the crop to the image (x' = a·x - b·y + c, y' = b·x + a·y + d), the score and the quality.

            Templates: square (all landmarks and a margin), arcface (for networks that recognize faces), ffhq (for networks \
            that generate faces), passport (35:45, head and eyes placed after ICAO 9303; the crown is an estimate).

            Examples:
              lineament crop portrait.jpg --output faces
              lineament crop photos/ --output aligned --template arcface --table aligned.csv
              lineament crop clip.mp4 --output people --best-of-track --min-size 60
            """)

    @OptionGroup(title: "Crops") var crops: CropOptions
    @OptionGroup(title: "Input") var input: InputOptions
    @OptionGroup(title: "Speed and limits") var speed: SpeedOptions

    func run() throws {
        let media = try crops.media(input: input, speed: speed)
        let plan = try media.plan(masks: crops.output, kindOfMasks: "face")
        let folder = plan.masks
        try folder?.make()
        let cropper = try Cropper(crops, media: media, plan: plan)
        try media.run(
            cropper.task { result, head in
                // Crops of tracks come with the last frame.
                let isTrack = crops.bestOfTrack && head.frame != nil
                return try folder?.write(
                    result.faces.map { ($0.crop, isTrack ? $0.trackID : nil) }, of: head)
            }, on: plan)
    }
}

/// How faces are cut out, and where to.
struct CropOptions: ParsableArguments {
    enum Template: String, ExpressibleByArgument, CaseIterable, Sendable {
        case square, arcface, ffhq, passport
    }

    @Option(
        name: [.short, .long], help: ArgumentHelp("Folder for the crops.", valueName: "folder"), completion: .directory)
    var output: String

    @Option(help: "How faces are placed.")
    var template = Template.square

    @Option(
        help: ArgumentHelp(
            """
            Side of the crops in pixels, 8 to 8192; for passport, their height. Default: 112 (arcface), 512 (ffhq), 531 \
            (passport), or the square's size in the image (square).
            """, valueName: "pixels"))
    var size: Int?

    @Option(
        help: ArgumentHelp(
            "Margin on each side of a square crop, as a fraction of the side without margins, 0 to 4.",
            valueName: "share"))
    var margin = 0.25

    @Option(help: ArgumentHelp("Skip faces narrower than this.", valueName: "pixels"))
    var minSize = 0.0

    @Option(help: ArgumentHelp("Skip faces of lower quality, 0 to 1.", valueName: "quality"))
    var minQuality: Float = 0

    @Flag(help: "For each tracked face in a video, write only the crop with the highest quality.")
    var bestOfTrack = false

    @Option(
        help: ArgumentHelp("File for the table: CSV if it ends in .csv, otherwise JSON lines.", valueName: "file"),
        completion: .file())
    var table: String?

    @Flag(name: [.short, .long], help: "Do not print progress, notes or the closing line.")
    var quiet = false

    func validate() throws {
        if let size { try OptionRange.check(size, in: 8...8192, "--size") }
        guard (0...4).contains(margin) else { throw ValidationError("--margin must be from 0 to 4, not \(margin).") }
        guard minSize >= 0, minSize.isFinite else { throw ValidationError("--min-size must be at least 0.") }
        guard (0...1).contains(minQuality) else { throw ValidationError("--min-quality must be from 0 to 1.") }
    }

    var placement: CropTemplate {
        switch template {
        case .square: .square(side: size, margin: margin)
        case .arcface: .arcface(side: size ?? 112)
        case .ffhq: .ffhq(side: size ?? 512)
        case .passport: .passport(height: size ?? 531)
        }
    }

    /// Returns the options of a run whose results are the table.
    func media(input: InputOptions, speed: SpeedOptions) throws -> MediaOptions {
        var arguments: [String] = []
        if let table {
            arguments += ["--output", table, "--format", table.lowercasedExtension == "csv" ? "csv" : "json"]
        }
        if quiet { arguments.append("--quiet") }
        var media = try MediaOptions.parse(arguments + ["--"] + input.inputs)
        (media.input, media.speed) = (input, speed)
        return media
    }
}
