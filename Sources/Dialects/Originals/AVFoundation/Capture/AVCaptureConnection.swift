// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import Synchronization

/// The way from a camera to an output, on which frames can be turned and mirrored.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
    // Sound: what changes is guarded.

    /// The output at the end.
    public private(set) weak var output: AVCaptureOutput?
    private let settings = Mutex(Settings())

    fileprivate struct Settings {
        /// The value that was set; `nil` for the camera's own.
        var orientation: AVCaptureVideoOrientation?
        var camera = AVCaptureDevice.Position.back
        var isMirrored = false
        var mirrorsAutomatically = true
        var isEnabled = true
    }

    init(to output: AVCaptureOutput) { self.output = output }

    /// How the device is held when frames are upright. Default: the camera's own, `.landscapeRight` for a back camera and
    /// `.landscapeLeft` for a front camera, as on a phone.
    ///
    /// Frames of a camera that stands upright arrive upright whatever is set here, and `UIDevice.current.orientation`
    /// follows. Where the program has set that, frames are turned as on a phone: `.portrait` turns them by 90 degrees
    /// clockwise.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { settings.withLock { $0.orientation ?? $0.camera.ownOrientation } }
        set {
            settings.withLock { $0.orientation = newValue }
            holdDevice()
        }
    }

    /// ``videoOrientation`` as the angle, in degrees, by which a phone turns the camera's frames clockwise: 0, the default,
    /// 90, 180 or 270. Other angles are ignored.
    public var videoRotationAngle: CGFloat {
        get { settings.withLock { CGFloat(90 * $0.quarterTurns) } }
        set {
            settings.withLock { settings in
                let all: [AVCaptureVideoOrientation] = [
                    .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
                ]
                let wanted = all.first { CGFloat(90 * $0.quarterTurns(from: settings.camera)) == newValue }
                if let wanted { settings.orientation = wanted }
            }
            holdDevice()
        }
    }

    /// Takes over the position of the camera at the beginning of the connection.
    func begin(at camera: AVCaptureDevice.Position) {
        settings.withLock { $0.camera = camera }
        holdDevice()
    }

    /// Lets the device be held so that frames are upright.
    private func holdDevice() { UIDevice.current.hold(videoOrientation.device) }

    /// Whether frames are mirrored, left for right as they are delivered. Default: false.
    public var isVideoMirrored: Bool {
        get { settings.withLock { $0.isMirrored } }
        set { settings.withLock { $0.isMirrored = newValue } }
    }

    /// Whether the session decides about mirroring, which it leaves off. Default: true.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { settings.withLock { $0.mirrorsAutomatically } }
        set {
            settings.withLock {
                $0.mirrorsAutomatically = newValue
                if newValue { $0.isMirrored = false }
            }
        }
    }

    /// Whether frames are delivered. Default: true.
    public var isEnabled: Bool {
        get { settings.withLock { $0.isEnabled } }
        set { settings.withLock { $0.isEnabled = newValue } }
    }

    /// Whether the connection is one of a session's.
    public var isActive: Bool { output?.connections.contains(self) ?? false }
    /// Whether frames can be turned, which they can.
    public var isVideoOrientationSupported: Bool { true }
    /// Whether frames can be mirrored, which they can.
    public var isVideoMirroringSupported: Bool { true }
    /// Whether samples can have the matrix of the camera, which is not known.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool { false }

    /// Whether samples have the matrix of the camera. Always false, as it is not known.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { false }
        set {}
    }

    /// Returns whether frames can be turned by an angle in degrees: 0, 90, 180 or 270.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        [0, 90, 180, 270].contains(videoRotationAngle)
    }

    /// Returns the transforms of frames, one after the other.
    /// - Parameter isMounted: Whether the program says how the camera is mounted, so that frames are turned as on a phone.
    func orientations(isMounted: Bool) -> [ImageOrientation] {
        settings.withLock { settings in
            let turns: [ImageOrientation] = [.up, .right, .down, .left]
            return [isMounted ? turns[settings.quarterTurns] : .up, settings.isMirrored ? .upMirrored : .up]
        }
    }
}

extension AVCaptureConnection.Settings {
    /// The number of quarter turns clockwise of frames as the camera delivers them.
    fileprivate var quarterTurns: Int { (orientation ?? camera.ownOrientation).quarterTurns(from: camera) }
}

extension AVCaptureDevice.Position {
    /// The orientation of frames as the camera of a phone delivers them.
    fileprivate var ownOrientation: AVCaptureVideoOrientation { self == .front ? .landscapeLeft : .landscapeRight }
}

extension AVCaptureVideoOrientation {
    /// The orientation of a device that is held so.
    fileprivate var device: UIDeviceOrientation {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeRight: .landscapeLeft
        case .landscapeLeft: .landscapeRight
        }
    }

    /// The number of quarter turns clockwise from a camera's own orientation to this one.
    fileprivate func quarterTurns(from camera: AVCaptureDevice.Position) -> Int {
        switch self {
        case .portrait: 1
        case .portraitUpsideDown: 3
        default: self == camera.ownOrientation ? 0 : 2
        }
    }
}
