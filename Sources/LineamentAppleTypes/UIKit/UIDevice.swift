public import Foundation
internal import Synchronization

/// The computer that the program runs on, with UIKit's name. Safe to use from multiple threads.
public final class UIDevice: Sendable {
    /// The current device.
    public static let current = UIDevice()

    /// The name of the notification that reports a change of ``orientation``, while such notifications are generated.
    public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")

    private struct State {
        var orientation = UIDeviceOrientation.landscapeLeft
        var listeners = 0
    }

    private let state = Mutex(State())

    private init() {}

    /// The orientation of the device.
    ///
    /// The default is `landscapeLeft`: a back camera then delivers upright frames, and code that derives an image's
    /// orientation from the device's, such as `imageOrientation(deviceOrientation:cameraPosition:)` in ML Kit's guide,
    /// gets an upright one for the back camera.
    ///
    /// Lineament extension: it can be set, for instance for a camera that is mounted on its side.
    public var orientation: UIDeviceOrientation {
        get { state.withLock { $0.orientation } }
        set {
            let isNews = state.withLock { state in
                defer { state.orientation = newValue }
                return state.orientation != newValue && state.listeners > 0
            }
            if isNews { NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self) }
        }
    }

    /// Whether changes of ``orientation`` are reported by notifications.
    public var isGeneratingDeviceOrientationNotifications: Bool { state.withLock { $0.listeners > 0 } }

    /// Starts reporting changes of ``orientation``. Each call needs a matching one that ends it.
    public func beginGeneratingDeviceOrientationNotifications() { state.withLock { $0.listeners += 1 } }

    /// Ends what a call of ``beginGeneratingDeviceOrientationNotifications()`` started.
    public func endGeneratingDeviceOrientationNotifications() {
        state.withLock { $0.listeners = max($0.listeners - 1, 0) }
    }

    /// The name of the computer in its network.
    public var name: String { ProcessInfo.processInfo.hostName }

    /// The kind of processor, such as `x86_64`.
    public var model: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "arm64"
        #else
            "unknown"
        #endif
    }

    /// The name of the operating system.
    public var systemName: String { "Linux" }

    /// The version of the operating system's kernel, such as `6.8.0`.
    public var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }
}
