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
            landmarks are in meters from the center of the hips, with x to the right, y down and smaller z nearer. In \
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
        let plan = try media.plan(model: find.model, masks: find.masks)
        let options = PoseLandmarkerOptions()
        options.baseOptions = media.baseOptions(for: plan, model: find.model)
        let model = PoseLandmarkerModel(rawValue: find.model)
        if let model {
            options.model = model
            options.baseOptions.modelAssetPath = ""
        }
        options.numPoses = find.numPoses.number
        options.minPoseDetectionConfidence = find.minPoseDetectionConfidence
        options.minPosePresenceConfidence = find.minPosePresenceConfidence
        options.minTrackingConfidence = find.minTrackingConfidence
        options.shouldOutputSegmentationMasks = find.masks != nil
        options.smoothing = find.smoothing.smoothing
        options.separation = find.separation.separation
        let landmarker = try ModelLoading.load(
            model: model == nil ? find.model : "", exercise: { try $0.runModelsOnce() }
        ) {
            try PoseLandmarker(options: options)
        }
        let folder = plan.masks
        try folder?.make()
        let output = PoseLandmarkerOutput(
            fields: find.fields?.fields, hasMasks: folder != nil, showsWorld: find.worldView)
        let task = MediaTask(
            landmarker, output: output, labels: media.output.labels.mode, speedHint: find.separation.speedHint
        ) { result, head in
            try folder?.write(result, of: head)
        }
        try media.run(task, on: plan)
    }
}

/// What the command finds, and how surely.
struct PoseLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("lite, full, heavy, or a model bundle (.task). Default: full.", valueName: "model"),
        completion: .file())
    var model = ""

    @Option(help: ArgumentHelp("Maximum number of people per image: a number from 1, or all.", valueName: "n"))
    var numPoses = SubjectLimit.all

    @Option(help: ArgumentHelp("Minimum score of a detected person, 0 to 1.", valueName: "score"))
    var minPoseDetectionConfidence: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "Minimum score of the landmark model for the presence of a person, 0 to 1.", valueName: "score"))
    var minPosePresenceConfidence: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "Minimum overlap at which a tracked and a detected person are the same, 0 to 1.", valueName: "overlap"))
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smoothing in videos: everyone, mediapipe (smooths only with --num-poses 1), none.")
    var smoothing = SmoothingChoice.everyone

    @Option(
        help: "Handling of several people: distinct (each body is detected once), mediapipe (MediaPipe's behavior).")
    var separation = SeparationChoice.distinct

    @Option(
        name: .customLong("output-segmentation-masks"),
        help: ArgumentHelp(
            "Folder for one mask per person: 8-bit gray PNG, 255 where the person certainly is.", valueName: "folder"),
        completion: .directory)
    var masks: String?

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

/// The handling of several people.
enum SeparationChoice: String, ExpressibleByArgument, CaseIterable {
    case distinct, mediapipe

    var separation: PersonSeparation { self == .distinct ? .distinct : .mediaPipe }

    /// What to do if an image takes too long.
    var speedHint: String? { self == .distinct ? "skip the second search for people with --separation mediapipe" : nil }
}
