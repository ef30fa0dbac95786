/// Which landmarks are smoothed from frame to frame. Single pictures never are.
public enum Smoothing: String, Sendable, CaseIterable {
    /// As MediaPipe does: only when one face or body is asked for.
    case original
    /// Every face or body, each for itself.
    case everyone
    /// Nothing: the landmarks as the model gives them.
    case none
}
