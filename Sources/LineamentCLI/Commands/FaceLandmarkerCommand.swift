internal import ArgumentParser
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct FaceLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face-landmarker",
        abstract: "Locate 478 landmarks on each face, and optionally its expression and head pose.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x, where \
            smaller is nearer. The 4x4 matrix, in row-major order, transforms the canonical face, in centimeters, to camera \
            space. In videos each face has an ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament face-landmarker portrait.jpg --output-face-blendshapes > a.json
              lineament face-landmarker clip.mp4 --annotate drawn.mp4 > clip.jsonl
            """)

    @OptionGroup(title: "Detection") var find: FaceLandmarkerFindOptions
    @OptionGroup var media: MediaOptions

    func run() throws {
        let plan = try media.plan(model: find.model)
        let options = FaceLandmarkerOptions()
        options.baseOptions = media.baseOptions(for: plan, model: find.model)
        options.range = find.search.range.detectionRange
        options.maxSearchedPixels = find.search.maxSearchedPixels
        options.numFaces = find.numFaces.number
        options.minFaceDetectionConfidence = find.minFaceDetectionConfidence
        options.minFacePresenceConfidence = find.minFacePresenceConfidence
        options.minTrackingConfidence = find.minTrackingConfidence
        options.smoothing = find.smoothing.smoothing
        options.outputFaceBlendshapes = find.wantsBlendshapes
        options.outputFacialTransformationMatrixes = find.wantsMatrixes
        let landmarker = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try FaceLandmarker(options: options)
        }
        let output = FaceLandmarkerOutput(
            fields: find.fields?.fields, hasBlendshapes: find.wantsBlendshapes, hasMatrixes: find.wantsMatrixes)
        let task = MediaTask(
            landmarker, output: output, labels: media.output.labels.mode, speedHint: find.search.range.speedHint)
        try media.run(task, on: plan)
    }
}

/// What the command finds, and how surely.
struct FaceLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Model bundle (.task). Default: the installed face_landmarker.task.", valueName: "file"),
        completion: .file())
    var model = ""

    @Option(help: ArgumentHelp("Maximum number of faces per image: a number from 1, or all.", valueName: "n"))
    var numFaces = SubjectLimit.all

    @Option(help: ArgumentHelp("Minimum score of a detected face, 0 to 1.", valueName: "score"))
    var minFaceDetectionConfidence: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "Minimum score of the landmark model for the presence of a face, 0 to 1.", valueName: "score"))
    var minFacePresenceConfidence: Float = 0.5

    @Option(
        help: ArgumentHelp(
            "Minimum overlap at which a tracked and a detected face are the same, 0 to 1.", valueName: "overlap"))
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smoothing in videos: everyone, mediapipe (smooths only with --num-faces 1), none.")
    var smoothing = SmoothingChoice.everyone

    @Flag(help: "Output the scores of 52 blendshapes.")
    var outputFaceBlendshapes = false

    @Flag(help: "Output the head pose as a 4x4 matrix.")
    var outputFacialTransformationMatrixes = false

    @Option(
        help: ArgumentHelp(
            """
            Parts of each result to write to JSON or CSV, separated by commas. Default: faceLandmarks, trackIDs \
            (videos), faceScores (JSON), and what the --output-face-... options add. Naming faceBlendshapes, \
            facialTransformationMatrixes or headAngles computes them without those options. boundingBoxes are in \
            pixels, headAngles in degrees. CSV always has the track ID.
            """, valueName: "names"))
    var fields: FieldList<FaceLandmarkerField>?

    @OptionGroup var search: RangeOptions

    /// Whether blendshapes are asked for, by their flag or as a field.
    var wantsBlendshapes: Bool { outputFaceBlendshapes || fields?.fields.needsBlendshapes == true }

    /// Whether matrices are asked for, by their flag, as a field, or by angles.
    var wantsMatrixes: Bool {
        outputFacialTransformationMatrixes || fields?.fields.needsMatrixes == true
    }
}
