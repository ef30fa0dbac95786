internal import ArgumentParser
internal import Lineament
internal import LineamentRender

struct FaceLandmarkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "face-landmarker",
        abstract: "Finds 478 landmarks on each face; on request expressions and the pose of the head.",
        discussion: """
            x and y are fractions of width and height of the picture turned upright; z is depth on the scale of x, \
            smaller is nearer. The matrix, four rows, takes the canonical face in centimetres to camera space. \
            In videos each face has a number in trackIDs, which it keeps.
            """)

    @OptionGroup var media: MediaOptions

    @Option(help: "Largest number of faces in a picture.")
    var numFaces = 1

    @Option(help: "Drop detected faces with a lower score, 0 to 1.")
    var minFaceDetectionConfidence: Float = 0.5

    @Option(help: "Drop faces unless the landmark model is surer than this that there is one, 0 to 1.")
    var minFacePresenceConfidence: Float = 0.5

    @Option(help: "How much a followed and a detected face must overlap to be one, 0 to 1.")
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smooth the faces of a video: everyone, mediapipe (only if one face is asked for), none.")
    var smoothing = SmoothingChoice.everyone

    @Flag(help: "Score 52 expressions.")
    var outputFaceBlendshapes = false

    @Flag(help: "Compute the 4x4 matrix of the head's pose.")
    var outputFacialTransformationMatrixes = false

    @OptionGroup var reach: RangeOptions

    func run() throws {
        let plan = try media.plan()
        let options = FaceLandmarkerOptions()
        options.baseOptions = media.baseOptions(for: plan)
        options.range = reach.range.range
        options.maxSearchedPixels = reach.maxSearchedPixels
        options.numFaces = numFaces
        options.minFaceDetectionConfidence = minFaceDetectionConfidence
        options.minFacePresenceConfidence = minFacePresenceConfidence
        options.minTrackingConfidence = minTrackingConfidence
        options.smoothing = smoothing.smoothing
        options.outputFaceBlendshapes = outputFaceBlendshapes
        options.outputFacialTransformationMatrixes = outputFacialTransformationMatrixes
        let landmarker = try ModelLoading.quietly { try FaceLandmarker(options: options) }
        let output = FaceLandmarkerOutput(
            hasBlendshapes: outputFaceBlendshapes, hasMatrixes: outputFacialTransformationMatrixes)
        let task = MediaTask(
            task: landmarker, csvColumns: output.csvColumns,
            write: { result, head, format in
                switch format {
                case .json: output.json(result, head)
                case .csv: output.csv(result, head)
                }
            },
            overlay: { FaceMeshOverlay($0) })
        try media.run(task, on: plan)
    }
}

/// The landmarks of a video that are smoothed.
enum SmoothingChoice: String, ExpressibleByArgument, CaseIterable {
    case everyone, mediapipe, none

    /// `original` is the earlier name of `mediapipe`.
    init?(argument: String) { self.init(rawValue: argument == "original" ? "mediapipe" : argument) }

    var smoothing: Smoothing {
        switch self {
        case .everyone: .everyone
        case .mediapipe: .mediaPipe
        case .none: .none
        }
    }
}
