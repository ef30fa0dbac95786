// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Synchronization

/// Where the frames of a session go.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
    // Sound: what changes is guarded.

    private let connection = Mutex<AVCaptureConnection?>(nil)

    override init() {}

    /// The connections to inputs: one once the session has both, none before.
    public var connections: [AVCaptureConnection] { connection.withLock { $0 }.map { [$0] } ?? [] }

    /// Returns the connection of a kind of media: `nil` before the session has an input, or for other media than video.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        mediaType == .video ? connection.withLock { $0 } : nil
    }

    /// Connects the output to a camera, or disconnects it if there is none.
    func connect(to camera: AVCaptureDevice?) {
        connection.withLock { $0 = camera == nil ? nil : $0 ?? AVCaptureConnection(to: self) }
    }
}

/// How a device is held, by the side at which its home button is.
public enum AVCaptureVideoOrientation: Int, Sendable {
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4
}
