internal import ArgumentParser
internal import Lineament
internal import LineamentRender

struct PoseLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pose-landmarker",
        abstract: "Finds 33 landmarks on each person, in the picture and in metres; on request a mask.",
        discussion: """
            x and y are fractions of width and height of the picture turned upright; z is depth on the scale of x. \
            World landmarks are in metres from the middle of the hips, x to the right, y down, smaller z nearer. \
            In videos each person has a number in trackIDs, which they keep.
            """)

    @OptionGroup var media: MediaOptions

    @Option(help: "Largest number of people in a picture.")
    var numPoses = 1

    @Option(help: "Drop detected people with a lower score, 0 to 1.")
    var minPoseDetectionConfidence: Float = 0.5

    @Option(help: "Drop people unless the landmark model is surer than this that there is one, 0 to 1.")
    var minPosePresenceConfidence: Float = 0.5

    @Option(help: "How much a followed and a detected person must overlap to be one, 0 to 1.")
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smooth the people of a video: everyone, mediapipe (only if one person is asked for), none.")
    var smoothing = SmoothingChoice.everyone

    @Option(help: "Several people: distinct detects each body once, mediapipe is MediaPipe's way.")
    var separation = SeparationChoice.distinct

    @Option(
        name: .customLong("output-segmentation-masks"),
        help: "Folder for a mask of each person, 8-bit gray PNG, 255 where the person surely is.")
    var masks: String?

    @Flag(help: "Add a view of the world landmarks from the front, the side and above to annotated pictures.")
    var worldView = false

    func run() throws {
        let plan = try media.plan(masks: masks)
        let options = PoseLandmarkerOptions()
        options.baseOptions = media.baseOptions(for: plan)
        options.numPoses = numPoses
        options.minPoseDetectionConfidence = minPoseDetectionConfidence
        options.minPosePresenceConfidence = minPosePresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.shouldOutputSegmentationMasks = masks != nil
        options.smoothing = smoothing.smoothing
        options.separation = separation.separation
        let landmarker = try ModelLoading.quietly { try PoseLandmarker(options: options) }
        let folder = plan.masks
        try folder?.make()
        let output = PoseLandmarkerOutput(masks: folder)
        let task = MediaTask(
            task: landmarker, csvColumns: output.csvColumns,
            write: { result, head, format in
                let files = try folder?.write(result, of: head) ?? []
                switch format {
                case .json: return output.json(result, head, maskFiles: files)
                case .csv: return output.csv(result, head, maskFiles: files)
                }
            },
            overlay: { [worldView] result in
                let pose = PoseOverlay(result)
                return worldView ? OverlayStack([pose, WorldLandmarksOverlay(result)]) : pose
            })
        try media.run(task, on: plan)
    }
}

/// How several people are kept apart.
enum SeparationChoice: String, ExpressibleByArgument, CaseIterable {
    case distinct, mediapipe

    /// `original` is the earlier name of `mediapipe`.
    init?(argument: String) { self.init(rawValue: argument == "original" ? "mediapipe" : argument) }

    var separation: PersonSeparation { self == .distinct ? .distinct : .mediaPipe }
}
