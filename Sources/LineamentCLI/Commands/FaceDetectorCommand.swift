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
        let run = try media.run(model: find.model)
        let options = FaceDetectorOptions()
        options.baseOptions = run.baseOptions
        try FaceDetectorOptions.table.fill(options, from: find.task.values.merging(find.search.values) { $1 })
        let detector = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try FaceDetector(options: options)
        }
        let task = MediaTask(
            detector, output: FaceDetectorOutput(), labels: media.output.labels,
            speedHint: find.search.range.value.speedHint)
        try run.process(by: task)
    }
}

/// The detection options of the command.
struct FaceDetectorFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Model file (.tflite). Default: the installed model for --range.", valueName: "file"),
        completion: .file())
    var model = ""

    @OptionGroup var task: FaceDetectorArguments
    @OptionGroup var search: FaceDetectorSearchArguments
}
