internal import ArgumentParser
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct FaceDetectorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face-detector",
        abstract: "Detect faces, each with a box, a score and six keypoints.",
        discussion: """
            Boxes are in pixels and keypoints in fractions of width and height, both of the upright image. \
            Keypoints: right eye, left eye, nose tip, mouth, right ear, left ear (the subject's right and left).

            Examples:
              lineament face-detector photos/*.jpg --format csv --output faces.csv
              lineament face-detector group.jpg --annotate drawn.jpg
            """)

    @OptionGroup(title: "Detection") var find: FaceDetectorFindOptions
    @OptionGroup var media: MediaOptions

    func run() throws {
        let plan = try media.plan(model: find.model)
        let options = FaceDetectorOptions()
        options.baseOptions = media.baseOptions(for: plan, model: find.model)
        options.range = find.search.range.detectionRange
        options.maxSearchedPixels = find.search.maxSearchedPixels
        options.minDetectionConfidence = find.minDetectionConfidence
        options.minSuppressionThreshold = find.minSuppressionThreshold
        let detector = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try FaceDetector(options: options)
        }
        let task = MediaTask(
            detector, output: FaceDetectorOutput(), labels: media.output.labels.mode,
            speedHint: find.search.range.speedHint)
        try media.run(task, on: plan)
    }
}

/// What the command finds, and how surely.
struct FaceDetectorFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Model file (.tflite). Default: the installed model for --range.", valueName: "file"),
        completion: .file())
    var model = ""

    @Option(help: ArgumentHelp("Minimum score of a face, 0 to 1.", valueName: "score"))
    var minDetectionConfidence: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "Overlap (intersection over union, 0 to 1) above which two boxes are merged into one face.",
            valueName: "overlap"))
    var minSuppressionThreshold: Float = 0.3

    @OptionGroup var search: RangeOptions
}
