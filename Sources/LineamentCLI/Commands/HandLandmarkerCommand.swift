internal import ArgumentParser
internal import Lineament
internal import LineamentOutput
internal import LineamentRender

struct HandLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hand-landmarker",
        abstract: "Locate 21 landmarks on each hand, in the image and in meters, and tell left from right.",
        discussion: """
            x and y are fractions of the width and height of the upright image; z is depth relative to the wrist, on the \
            scale of x. World landmarks are in meters from the center of the hand: x to the right, y down, and z away from the \
            camera. handedness is left or right from the person's point of view; it is swapped if the image is mirrored, as \
            selfies often are. In videos each hand has an ID in trackIDs that stays the same from frame to frame.

            Examples:
              lineament hand-landmarker hands.jpg --annotate drawn.jpg
              lineament hand-landmarker clip.mp4 --num-hands 2 --range short > clip.jsonl
            """)

    @OptionGroup(title: "Detection") var find: HandLandmarkerFindOptions
    @OptionGroup var media: MediaOptions

    func run() throws {
        let run = try media.run(model: find.model)
        let options = HandLandmarkerOptions()
        options.baseOptions = run.baseOptions
        try HandLandmarkerOptions.table.fill(options, from: find.task.values.merging(find.search.values) { $1 })
        let landmarker = try ModelLoading.load(model: find.model, exercise: { try $0.runModelsOnce() }) {
            try HandLandmarker(options: options)
        }
        let task = MediaTask(
            landmarker, output: HandLandmarkerOutput(fields: find.fields?.fields), labels: media.output.labels,
            speedHint: find.search.range.value.speedHint)
        try run.process(by: task)
    }
}

/// The detection options of the command.
struct HandLandmarkerFindOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Model bundle (.task). Default: the installed hand_landmarker.task.", valueName: "file"),
        completion: .file())
    var model = ""

    @OptionGroup var task: HandLandmarkerArguments

    @Option(
        help: ArgumentHelp(
            """
            Parts of each result to write to JSON or CSV, separated by commas. Default: handedness, landmarks, \
            worldLandmarks, trackIDs (videos), and handScores and personIDs (JSON). boundingBoxes are in pixels. CSV always has the track \
            ID.
            """, valueName: "names"))
    var fields: FieldList<HandLandmarkerField>?

    @OptionGroup var search: HandLandmarkerSearchArguments
}
