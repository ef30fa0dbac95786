/// The kind of input that a task is given.
public enum RunningMode: UInt, Sendable, CaseIterable {
    /// Single, unrelated images.
    case image = 0
    /// The frames of a video, one call each, in order.
    case video = 1
    /// The frames of a camera, delivered as they come; results go to a delegate.
    case liveStream = 2
}

extension RunningMode: CustomStringConvertible {
    /// The name, as in MediaPipe.
    public var description: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
