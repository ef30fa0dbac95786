/// Which landmarks of a video are smoothed from frame to frame. Single images are never smoothed.
public enum Smoothing: String, Sendable, CaseIterable {
    /// As in MediaPipe: smooth only if one face or body is requested.
    case mediaPipe
    /// Smooth every face or body, each with its own filter. A Lineament extension.
    case everyone
    /// Smooth none: return the landmarks as the model predicts them. A Lineament extension.
    case none
}
