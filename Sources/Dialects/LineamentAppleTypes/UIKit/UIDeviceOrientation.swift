// SPDX-License-Identifier: Apache-2.0

/// The physical orientation of a device.
public enum UIDeviceOrientation: Int, Sendable, CaseIterable {
    case unknown = 0, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    /// Whether the device is held upright, with its home button below or above.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device is held sideways.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether the device lies on its back or face.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether a user interface has an orientation that corresponds to this one.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// The orientation of a user interface. Its landscape cases are the opposite of the device's, because an interface
/// turns against its device.
public enum UIInterfaceOrientation: Int, Sendable, CaseIterable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 4
    case landscapeRight = 3

    /// Whether the interface is taller than wide.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the interface is wider than tall.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}
