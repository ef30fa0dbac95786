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
        let run = try media.run(model: find.model)
        let options = FaceLandmarkerOptions()
        options.baseOptions = run.baseOptions
        try FaceLandmarkerOptions.table.fill(options, from: find.task.values.merging(find.search.values) { $1 })
        if find.fields?.fields.needsBlendshapes == true { options.outputFaceBlendshapes = true }
        if find.fields?.fields.needsMatrixes == true { options.outputFacialTransformationMatrixes = true }
        let landmarker = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try FaceLandmarker(options: options)
        }
        let output = FaceLandmarkerOutput(
            fields: find.fields?.fields, hasBlendshapes: options.outputFaceBlendshapes,
            hasMatrixes: options.outputFacialTransformationMatrixes)
        let task = MediaTask(
            landmarker, output: output, labels: media.output.labels, speedHint: find.search.range.value.speedHint)
        try run.process(by: task)
    }
}

/// The detection options of the command.
struct FaceLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Model bundle (.task). Default: the installed face_landmarker.task.", valueName: "file"),
        completion: .file())
    var model = ""

    @OptionGroup var task: FaceLandmarkerArguments

    @Option(
        help: ArgumentHelp(
            """
            Parts of each result to write to JSON or CSV, separated by commas. Default: faceLandmarks, trackIDs \
            (videos), faceScores and detectedFaces (JSON), and what the --output-face-... options add. Naming faceBlendshapes, \
            facialTransformationMatrixes or headAngles computes them without those options. boundingBoxes are in \
            pixels, headAngles in degrees. CSV always has the track ID.
            """, valueName: "names"))
    var fields: FieldList<FaceLandmarkerField>?

    @OptionGroup var search: FaceLandmarkerSearchArguments
}
