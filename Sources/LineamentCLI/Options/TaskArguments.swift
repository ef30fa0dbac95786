// swift-format-ignore-file
// Printed by `make generate` from the tables of options, such as FaceLandmarkerOptions.table.
internal import ArgumentParser
internal import Lineament
internal import LineamentMLKit

struct FaceDetectorArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Minimum score of a face, 0 to 1.", valueName: "score"))
    var minDetectionConfidence: Float = 0.5

    @Option(help: ArgumentHelp("Overlap (intersection over union, 0 to 1) above which two boxes are merged into one face.", valueName: "overlap"))
    var minSuppressionThreshold: Float = 0.3

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["minDetectionConfidence": .number(Double(minDetectionConfidence)), "minSuppressionThreshold": .number(Double(minSuppressionThreshold))] }
}

struct FaceDetectorSearchArguments: ParsableArguments {
    @Option(help: "Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera, MediaPipe's default), full (within about 5 m).")
    var range = Choice(DetectionRange.frontDefault)

    @Option(help: ArgumentHelp("Maximum number of pixels that --range auto searches per image, over all scales. A million takes about 23 ms on two cores.", valueName: "pixels"))
    var maxSearchedPixels = 150000000

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["range": .choice(range.value.word), "maxSearchedPixels": .count(maxSearchedPixels)] }

    func validate() throws {
        try OptionRange.check(maxSearchedPixels, ofTask: 1...1000000000, "--max-searched-pixels")
    }
}

struct FaceLandmarkerArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum number of faces per image: a number from 1, or all.", valueName: "n"))
    var numFaces = SubjectLimit.all

    @Option(help: ArgumentHelp("Minimum score of a detected face, 0 to 1.", valueName: "score"))
    var minFaceDetectionConfidence: Float = 0.5

    @Option(help: ArgumentHelp("Minimum score of the landmark model for the presence of a face, 0 to 1.", valueName: "score"))
    var minFacePresenceConfidence: Float = 0.5

    @Option(help: ArgumentHelp("Minimum overlap at which a tracked and a detected face are the same, 0 to 1.", valueName: "overlap"))
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smoothing in videos: everyone, mediapipe (smooths only with --num-faces 1), none.")
    var smoothing = Choice(Smoothing.frontDefault)

    @Flag(help: "Output the scores of 52 blendshapes.")
    var outputFaceBlendshapes = false

    @Flag(help: "Output the head pose as a 4x4 matrix.")
    var outputFacialTransformationMatrixes = false

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["numFaces": .count(numFaces.number), "minFaceDetectionConfidence": .number(Double(minFaceDetectionConfidence)), "minFacePresenceConfidence": .number(Double(minFacePresenceConfidence)), "minTrackingConfidence": .number(Double(minTrackingConfidence)), "smoothing": .choice(smoothing.value.word), "outputFaceBlendshapes": .flag(outputFaceBlendshapes), "outputFacialTransformationMatrixes": .flag(outputFacialTransformationMatrixes)] }
}

struct FaceLandmarkerSearchArguments: ParsableArguments {
    @Option(help: "Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera, MediaPipe's default), full (within about 5 m).")
    var range = Choice(DetectionRange.frontDefault)

    @Option(help: ArgumentHelp("Maximum number of pixels that --range auto searches per image, over all scales. A million takes about 23 ms on two cores.", valueName: "pixels"))
    var maxSearchedPixels = 150000000

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["range": .choice(range.value.word), "maxSearchedPixels": .count(maxSearchedPixels)] }

    func validate() throws {
        try OptionRange.check(maxSearchedPixels, ofTask: 1...1000000000, "--max-searched-pixels")
    }
}

struct PoseLandmarkerArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum number of people per image: a number from 1, or all.", valueName: "n"))
    var numPoses = SubjectLimit.all

    @Option(help: ArgumentHelp("Minimum score of a detected person, 0 to 1.", valueName: "score"))
    var minPoseDetectionConfidence: Float = 0.5

    @Option(help: ArgumentHelp("Minimum score of the landmark model for the presence of a person, 0 to 1.", valueName: "score"))
    var minPosePresenceConfidence: Float = 0.5

    @Option(help: ArgumentHelp("Minimum overlap at which a tracked and a detected person are the same, 0 to 1.", valueName: "overlap"))
    var minTrackingConfidence: Float = 0.5

    @Option(help: "Smoothing in videos: everyone, mediapipe (smooths only with --num-poses 1), none.")
    var smoothing = Choice(Smoothing.frontDefault)

    @Option(help: "Handling of several people: distinct (each body is detected once), mediapipe (MediaPipe's behavior).")
    var separation = Choice(PersonSeparation.frontDefault)

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["numPoses": .count(numPoses.number), "minPoseDetectionConfidence": .number(Double(minPoseDetectionConfidence)), "minPosePresenceConfidence": .number(Double(minPosePresenceConfidence)), "minTrackingConfidence": .number(Double(minTrackingConfidence)), "smoothing": .choice(smoothing.value.word), "separation": .choice(separation.value.word)] }
}

struct FacesArguments: ParsableArguments {
    @Option(help: "Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera), full (within about 5 m).")
    var range = Choice(DetectionRange.frontDefault)

    @Option(help: "Ten landmarks per face: all or none.")
    var landmarkMode = Choice(OutputMode.frontDefault)

    @Option(help: "Contours of the largest face: all or none.")
    var contourMode = Choice(OutputMode.frontDefault)

    @Option(help: "Classification of smiles and open eyes: all or none.")
    var classificationMode = Choice(OutputMode.frontDefault)

    @Option(help: ArgumentHelp("Minimum width of a face, as a fraction of the image width. ML Kit's own default is 0.1.", valueName: "fraction"))
    var minFaceSize: Float = 0.0

    /// The values by the names of the task's table.
    var values: [String: OptionValue] { ["range": .choice(range.value.word), "landmarkMode": .choice(landmarkMode.value.word), "contourMode": .choice(contourMode.value.word), "classificationMode": .choice(classificationMode.value.word), "minFaceSize": .number(Double(minFaceSize))] }
}
