public import Foundation
internal import Lineament
internal import Synchronization

/// The way from a camera to an output, on which frames can be turned and mirrored.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
    // Sound: what changes is guarded.

    /// The output at the end.
    public private(set) weak var output: AVCaptureOutput?
    private let settings = Mutex(Settings())

    private struct Settings {
        var orientation = AVCaptureVideoOrientation.landscapeRight
        var isMirrored = false
        var mirrorsAutomatically = true
        var isEnabled = true
    }

    init(to output: AVCaptureOutput) { self.output = output }

    /// Which side of the frames is up, relative to a phone's camera: `.landscapeRight`, the default, leaves frames as
    /// they are, and `.portrait` turns them by 90 degrees clockwise.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { settings.withLock { $0.orientation } }
        set { settings.withLock { $0.orientation = newValue } }
    }

    /// The angle by which frames are turned clockwise, in degrees: 0, the default, 90, 180 or 270. Other angles are
    /// ignored.
    public var videoRotationAngle: CGFloat {
        get {
            switch videoOrientation {
            case .landscapeRight: 0
            case .portrait: 90
            case .landscapeLeft: 180
            case .portraitUpsideDown: 270
            }
        }
        set {
            switch newValue {
            case 0: videoOrientation = .landscapeRight
            case 90: videoOrientation = .portrait
            case 180: videoOrientation = .landscapeLeft
            case 270: videoOrientation = .portraitUpsideDown
            default: break
            }
        }
    }

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

    /// What is done to frames, one after the other.
    var orientations: [ImageOrientation] {
        settings.withLock { settings in
            let turn: ImageOrientation =
                switch settings.orientation {
                case .landscapeRight: .up
                case .portrait: .right
                case .landscapeLeft: .down
                case .portraitUpsideDown: .left
                }
            return [turn, settings.isMirrored ? .upMirrored : .up]
        }
    }
}
