internal import ArgumentParser
internal import Lineament

/// The options for the range and cost of face detection.
struct RangeOptions: ParsableArguments {
    @Option(
        help:
            """
            Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera, \
            MediaPipe's default), full (within about 5 m).
            """
    )
    var range = RangeChoice.auto

    @Option(
        help: ArgumentHelp(
            "Maximum number of pixels that --range auto searches per image, over all scales. A million takes about 23 ms on two cores.",
            valueName: "pixels"))
    var maxSearchedPixels = Lineament.FaceDetectorOptions().maxSearchedPixels
}

enum RangeChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, short, full

    var detectionRange: DetectionRange {
        switch self {
        case .auto: .auto
        case .short: .short
        case .full: .full
        }
    }

    /// What to do if an image takes too long.
    var speedHint: String? { self == .auto ? "search for faces less thoroughly with --range short" : nil }
}
