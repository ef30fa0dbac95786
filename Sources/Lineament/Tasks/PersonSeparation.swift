/// How a pose landmarker that may find several people keeps them apart.
public enum PersonSeparation: String, Sendable, CaseIterable {
    /// As MediaPipe does: the first `numPoses` detections are looked at, whatever becomes of them; one body may be found
    /// twice, and the order may change from frame to frame.
    case original
    /// Each body once: a second result on one body is dropped, a detection without a body makes way for the next one,
    /// who is followed stays followed, and in videos results are ordered by their track.
    case distinct
}
