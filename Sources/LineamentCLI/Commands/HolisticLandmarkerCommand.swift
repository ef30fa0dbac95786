internal import ArgumentParser
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct HolisticLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holistic-landmarker",
        abstract: "Locate the landmarks of each person's body, face and hands.",
        discussion: """
            Locates 33 landmarks of the body, 478 of the face and 21 of each hand. The hand at the left wrist is the left hand. \
            x and y are fractions of the width and height of the upright image; z is depth on the scale of x. World \
            landmarks are in meters from the midpoint of the hips: x to the right, y down, and z away from the camera. Each list \
            has an element for each person, which is empty where a face or hand was not found. In videos each person has an \
            ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament holistic-landmarker people.jpg --annotate drawn.jpg
              lineament holistic-landmarker clip.mp4 --num-people 1 --output-face-blendshapes > clip.jsonl
            """)

    @OptionGroup(title: "Detection") var find: HolisticLandmarkerFindOptions
    @OptionGroup var media: MediaOptions

    func run() throws {
        let run = try media.run(model: find.model, masks: find.masks, background: find.background)
        let fields = find.fields?.fields
        let options = HolisticLandmarkerOptions()
        try HolisticLandmarkerOptions.table.fill(options, from: find.task.values)
        options.outputPoseSegmentationMasks = find.masks != nil || find.background != nil
        if fields?.needsBlendshapes == true { options.outputFaceBlendshapes = true }
        options.baseOptions = run.baseOptions
        let landmarker = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try HolisticLandmarker(options: options)
        }
        let folder = run.plan.masks
        try folder?.make()
        let output = HolisticLandmarkerOutput(
            fields: fields, hasBlendshapes: options.outputFaceBlendshapes, hasMasks: folder != nil,
            background: try find.background?.background())
        let task = MediaTask(
            landmarker, output: output, labels: media.output.labels,
            speedHint: options.numPeople == 1 ? nil : "look for one person only with --num-people 1"
        ) { result, head in
            try folder?.write(result.segmentationMasks, of: head)
        }
        try run.process(by: task)
    }
}

/// The detection options of the command.
struct HolisticLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Model bundle (.task). Default: the installed holistic_landmarker.task.", valueName: "file"),
        completion: .file())
    var model = ""

    @OptionGroup var task: HolisticLandmarkerArguments

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
            Parts of each result to write to JSON or CSV, separated by commas. Default: all but boundingBoxes, with trackIDs \
            in videos, faceBlendshapes with --output-face-blendshapes, and segmentationMasks with \
            --output-segmentation-masks. Naming faceBlendshapes also computes them. boundingBoxes are in pixels. CSV always \
            has the track ID.
            """, valueName: "names"))
    var fields: FieldList<HolisticLandmarkerField>?
}
