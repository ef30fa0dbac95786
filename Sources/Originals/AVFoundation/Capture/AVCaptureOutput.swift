public import Foundation
internal import Synchronization

/// Where the frames of a session go.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
    // Sound: what changes is guarded.

    private let connection = Mutex<AVCaptureConnection?>(nil)

    override init() {}

    /// The connections to inputs: one once the session has both, none before.
    public var connections: [AVCaptureConnection] { connection.withLock { $0 }.map { [$0] } ?? [] }

    /// Returns the connection of a kind of media: nil before the session has an input, or for other media than video.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == .video ? connection.withLock { $0 } : nil
    }

    /// Connects the output to an input, or disconnects it.
    func connect(_ isConnected: Bool) {
        connection.withLock { connection in
            if !isConnected {
                connection = nil
            } else if connection == nil {
                connection = AVCaptureConnection(to: self)
            }
        }
    }
}

/// Which side of the camera's frames is up. `.landscapeRight` leaves them as they are.
public enum AVCaptureVideoOrientation: Int, Sendable {
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4
}
