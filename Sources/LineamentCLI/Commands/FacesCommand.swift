internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMLKit
internal import LineamentOutput
internal import LineamentRender

struct FacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces",
        abstract:
            "Detect faces and report ML Kit's values for each: box, angles, smile, open eyes, landmarks, contours.",
        discussion: """
            Boxes and points are in pixels of the upright image. Angles are in degrees: X is positive for looking up, Y \
            for looking toward the image's right, Z for a head rotated counterclockwise. Left and right are the \
            subject's. Only the largest face has contours. Values that cannot be determined are omitted. In videos each \
            face has a trackingID.

            Examples:
              lineament faces party.jpg --annotate drawn.jpg
              lineament faces clip.mp4 --format csv --output faces.csv
            """)

    @OptionGroup(title: "Detection") var find: FacesFindOptions
    @OptionGroup var media: MediaOptions

    func validate() throws {
        guard (0...1).contains(find.minFaceSize) else { throw ValidationError("--min-face-size must be from 0 to 1.") }
    }

    func run() throws {
        let plan = try media.plan()
        let detector = try ModelLoading.quietly {
            try VisionFaceDetector.ofAttributes(
                range: find.range.detectionRange, landmarks: find.landmarkMode == .all,
                contours: find.contourMode == .all,
                classification: find.classificationMode == .all, minFaceSize: find.minFaceSize)
        }
        let task = MediaTask(
            output: FacesOutput(), labels: media.output.labels.mode, speedHint: find.range.speedHint,
            detect: { try detector.faces(in: $0) },
            makeSession: {
                let session = detector.makeSession()
                return { try session.faces(in: $0, timestampInMilliseconds: $1) }
            })
        try media.run(task, on: plan)
    }
}

/// What the command finds, and how surely.
struct FacesFindOptions: ParsableArguments {
    @Option(
        help:
            """
            Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera), \
            full (within about 5 m).
            """
    )
    var range = RangeChoice.auto

    @Option(help: "Ten landmarks per face: all or none.")
    var landmarkMode = ModeChoice.all

    @Option(help: "Contours of the largest face: all or none.")
    var contourMode = ModeChoice.all

    @Option(help: "Classification of smiles and open eyes: all or none.")
    var classificationMode = ModeChoice.all

    @Option(
        help: ArgumentHelp(
            "Minimum width of a face, as a fraction of the image width. ML Kit's own default is 0.1.",
            valueName: "fraction"))
    var minFaceSize = 0.0
}

/// Whether a kind of output is produced.
enum ModeChoice: String, ExpressibleByArgument, CaseIterable {
    case all, none
}
