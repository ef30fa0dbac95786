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

    @OptionGroup(title: "Detection") var find: FacesArguments
    @OptionGroup var media: MediaOptions

    func validate() throws {
        guard (0...1).contains(find.minFaceSize) else { throw ValidationError("--min-face-size must be from 0 to 1.") }
    }

    func run() throws {
        let run = try media.run()
        let options = VisionFaceDetectorOptions.ofAttributes()
        try VisionFaceDetectorOptions.table.fill(options, from: find.values)
        let detector = try VisionFaceDetector.ofAttributes(options, run.baseOptions)
        let task = MediaTask(
            output: FacesOutput(), labels: media.output.labels, speedHint: find.range.value.speedHint,
            detect: { try detector.faces(in: $0) },
            makeSession: {
                let session = detector.makeSession()
                return FrameProcessor { try session.faces(in: $0, timestampInMilliseconds: $1) }
            })
        try run.process(by: task)
    }
}
