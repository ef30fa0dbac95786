/// Which faces a detector looks for.
public enum DetectionRange: String, Sendable, CaseIterable {
    /// Faces near the camera, which fill a good part of the picture, as MediaPipe's default model does.
    case short
    /// Faces within some metres: MediaPipe's full-range model.
    case full
    /// Everybody: faces from eight pixels on, many of them, and turned ones, at a cost that grows with the picture.
    /// Beyond the original. See <doc:Everybody>.
    case auto
}
