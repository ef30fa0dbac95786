// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Synchronization

/// The computer that the program runs on, with UIKit's name. Safe to use from multiple threads.
public final class UIDevice: Sendable {
    /// The current device.
    public static let current = UIDevice()

    /// The name of the notification that reports a change of ``orientation``, while such notifications are generated.
    public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")

    private struct State {
        /// The orientation that was set; `nil` for none.
        var setOrientation: UIDeviceOrientation?
        /// The orientation in which a camera delivers upright frames.
        var heldOrientation = UIDeviceOrientation.landscapeLeft
        var listeners = 0

        var orientation: UIDeviceOrientation { setOrientation ?? heldOrientation }
    }

    private let state = Mutex(State())

    private init() {}

    /// The orientation of the device.
    ///
    /// By default it is the one in which frames arrive upright, so that code that derives an image's orientation from the
    /// device's, as in the guides, gets an upright one. That is `landscapeLeft`, for the back camera as it is, until a
    /// capture session uses the front camera or a connection with another orientation.
    ///
    /// Lineament extension: it can be set, for a camera that is mounted on its side. It stays as set then.
    public var orientation: UIDeviceOrientation {
        get { state.withLock { $0.orientation } }
        set { change { $0.setOrientation = newValue } }
    }

    /// Whether ``orientation`` was set.
    package var isOrientationSet: Bool { state.withLock { $0.setOrientation != nil } }

    /// Takes an orientation for the one in which frames arrive upright; without effect if one was set.
    package func hold(_ orientation: UIDeviceOrientation) { change { $0.heldOrientation = orientation } }

    private func change(_ body: (inout State) -> Void) {
        let isNews = state.withLock { state in
            let before = state.orientation
            body(&state)
            return state.orientation != before && state.listeners > 0
        }
        if isNews { NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self) }
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
