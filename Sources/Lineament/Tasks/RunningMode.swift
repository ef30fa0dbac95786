/// What kind of pictures a task is fed.
public enum RunningMode: UInt, Sendable, CaseIterable {
    /// Single pictures that have nothing to do with each other.
    case image = 0
    /// The frames of a video, one call each, in order.
    case video = 1
    /// The frames of a camera, delivered as they come; results go to a delegate.
    case liveStream = 2
}

extension RunningMode: CustomStringConvertible {
    public var description: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
