// SPDX-License-Identifier: Apache-2.0

/// The kind of input that a task processes.
public enum RunningMode: UInt, Sendable, CaseIterable {
    /// Single, unrelated images.
    case image = 0
    /// The frames of a video, passed one call each, in order.
    case video = 1
    /// The frames of a camera, submitted as they arrive; results are passed to a delegate.
    case liveStream = 2
}

extension RunningMode: CustomStringConvertible {
    /// The name of the mode, as in MediaPipe.
    public var description: String {
        switch self {
        case .image: "Image"
        case .video: "Video"
        case .liveStream: "Live Stream"
        }
    }
}
