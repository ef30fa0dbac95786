internal import ArgumentParser
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct PoseLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pose-landmarker",
        abstract: "Locate 33 landmarks on each person, in the image and in meters, and optionally a mask.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x. World \
            landmarks are in meters from the midpoint of the hips: x to the right, y down, and z away from the camera. In \
            videos each person has an ID in trackIDs that stays the same from frame to frame.

            --model lite is faster, heavy is more accurate. Download them with lineament models fetch pose-lite \
            pose-heavy.

            Examples:
              lineament pose-landmarker people.jpg --annotate drawn.jpg --world-view
              lineament pose-landmarker clip.mp4 --output-segmentation-masks masks
              lineament pose-landmarker camera:/dev/video0 --model lite
            """)

    @OptionGroup(title: "Detection") var find: PoseLandmarkerFindOptions
    @OptionGroup var media: MediaOptions

    func run() throws {
        guard !find.worldView || media.output.annotate != nil else {
            throw ValidationError("--world-view requires --annotate.")
        }
        guard !find.worldView || find.background == nil else {
            throw ValidationError(
                "--world-view and --background exclude each other: one draws landmarks, the other people.")
        }
        let run = try media.run(model: find.model, masks: find.masks, background: find.background)
        let options = PoseLandmarkerOptions()
        try PoseLandmarkerOptions.table.fill(options, from: find.task.values)
        options.shouldOutputSegmentationMasks = find.masks != nil || find.background != nil
        options.baseOptions = run.baseOptions
        let model = PoseLandmarkerModel(rawValue: find.model)
        if let model {
            options.model = model
            options.baseOptions.modelAssetPath = ""
        }
        let landmarker = try ModelLoading.load(
            model: model == nil ? find.model : "", exercise: { try $0.runModelsOnce() }
        ) {
            try PoseLandmarker(options: options)
        }
        let folder = run.plan.masks
        try folder?.make()
        let output = PoseLandmarkerOutput(
            fields: find.fields?.fields, hasMasks: folder != nil, showsWorld: find.worldView,
            background: try find.background?.background())
        let task = MediaTask(
            landmarker, output: output, labels: media.output.labels, speedHint: find.task.separation.value.speedHint
        ) { result, head in
            try folder?.write(result.segmentationMasks, of: head)
        }
        try run.process(by: task)
    }
}

/// The detection options of the command.
struct PoseLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("lite, full, heavy, or a model bundle (.task). Default: full.", valueName: "model"),
        completion: .wordsOrFiles(PoseLandmarkerModel.allCases.map(\.rawValue)))
    var model = ""

    @OptionGroup var task: PoseLandmarkerArguments

    @Option(
        name: .customLong("output-segmentation-masks"),
        help: ArgumentHelp(
            "Folder for one mask per person: 8-bit gray PNG, 255 where the person certainly is.", valueName: "folder"),
        completion: .directory)
    var masks: String?

    @Option(help: BackgroundChoice.help)
    var background: BackgroundChoice?

    @Option(
        help: ArgumentHelp(
            """
            Parts of each result to write to JSON or CSV, separated by commas. Default: landmarks, worldLandmarks, \
            trackIDs (videos), and segmentationMasks, which needs --output-segmentation-masks. boundingBoxes are in \
            pixels. CSV always has the track ID.
            """, valueName: "names"))
    var fields: FieldList<PoseLandmarkerField>?

    @Flag(
        help:
            "Add a panel to annotated output, right of the image: the world landmarks from the front, the side and above."
    )
    var worldView = false
}
