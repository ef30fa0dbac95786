/// The landmarks that are smoothed from frame to frame. Those of single images never are.
public enum Smoothing: String, Sendable, CaseIterable {
    /// As MediaPipe does: only when one face or body is asked for.
    case mediaPipe
    /// Every face or body, each by itself. A Lineament extension.
    case everyone
    /// None: the landmarks are those of the model. A Lineament extension.
    case none
}
