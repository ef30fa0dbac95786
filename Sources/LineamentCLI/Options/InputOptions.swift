// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// The interpretation of files that could be an image or a video.
enum InputMode: String, ExpressibleByArgument, CaseIterable, Sendable {
    case image, video
}

/// The inputs of a run, and which part of them is processed.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            Images, videos, folders of them, camera:/dev/video0, rtsp(s):// or http(s):// addresses, or - for an image \
            on standard input. In a folder, symbolic links to other folders are not followed.
            """, valueName: "input"),
        completion: .file())
    var inputs: [String]

    @OptionGroup var range: VideoRangeOptions

    @Option(
        help:
            "Treat files as images (image) or videos (video; also animated GIF, PNG, WebP, AVIF). Default: by extension."
    )
    var runningMode: InputMode?

    @Flag(
        help:
            """
            Skip inputs whose output is complete in the folder already, as after Ctrl-C. What is there is not compared with \
            the options.
            """)
    var skipExisting = false

    func validate() throws {
        guard inputs.filter({ $0 == "-" }).count <= 1 else {
            throw ValidationError("- (standard input) can be given only once.")
        }
        guard runningMode != .video || !inputs.contains("-") else {
            throw ValidationError("Standard input can only be an image. Save the video to a file, and name that.")
        }
    }
}
