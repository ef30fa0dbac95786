internal import ArgumentParser
internal import Lineament

/// The smoothing of landmarks in videos.
enum SmoothingChoice: String, ExpressibleByArgument, CaseIterable {
    case everyone, mediapipe, none

    /// Also accepts `original`, the former name of `mediapipe`.
    init?(argument: String) { self.init(rawValue: argument == "original" ? "mediapipe" : argument) }

    var smoothing: Smoothing {
        switch self {
        case .everyone: .everyone
        case .mediapipe: .mediaPipe
        case .none: .none
        }
    }
}
