internal import ArgumentParser
internal import Lineament

/// The smoothing of landmarks in videos.
enum SmoothingChoice: String, ExpressibleByArgument, CaseIterable {
    case everyone, mediapipe, none

    var smoothing: Smoothing {
        switch self {
        case .everyone: .everyone
        case .mediapipe: .mediaPipe
        case .none: .none
        }
    }
}
