// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// Whether a program may use cameras.
public enum AVAuthorizationStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
}

extension AVCaptureDevice {
    /// Returns whether the program may use cameras, which Linux does not ask the user about.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { .authorized }

    /// Calls `handler` with true: Linux does not ask the user.
    public static func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        DispatchQueue.global().async { handler(true) }
    }

    /// Returns true: Linux does not ask the user.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool { true }

    /// Begins a change of settings. There is nothing to lock.
    public func lockForConfiguration() throws {}

    /// Ends a change of settings.
    public func unlockForConfiguration() {}
}
