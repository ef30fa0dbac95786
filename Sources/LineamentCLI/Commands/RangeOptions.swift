internal import ArgumentParser
internal import Lineament

/// Which faces are looked for, and at what cost.
struct RangeOptions: ParsableArguments {
    @Option(
        help:
            "Faces to look for: auto (everybody, from about 8 pixels on), short (near the camera, the original's), full (some metres away)."
    )
    var range = RangeChoice.auto

    @Option(help: "Pixels that --range auto may look at in one picture; about 20 ms a million on two cores.")
    var maxSearchedPixels = 150_000_000
}

enum RangeChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, short, full

    var range: DetectionRange {
        switch self {
        case .auto: .auto
        case .short: .short
        case .full: .full
        }
    }
}
