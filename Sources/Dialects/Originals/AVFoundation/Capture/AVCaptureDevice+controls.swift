// SPDX-License-Identifier: Apache-2.0
public import Foundation

// The controls of a phone's camera. None of them can be reached through FFmpeg, and a device says so: the questions
// whether something is supported are answered with no, and the settings, which may only be made after a yes, stay.

extension AVCaptureDevice {
    /// How a camera focuses.
    public enum FocusMode: Int, Sendable { case locked = 0, autoFocus, continuousAutoFocus }
    /// How a camera sets its exposure.
    public enum ExposureMode: Int, Sendable { case locked = 0, autoExpose, continuousAutoExposure, custom }
    /// How a camera sets its white balance.
    public enum WhiteBalanceMode: Int, Sendable { case locked = 0, autoWhiteBalance, continuousAutoWhiteBalance }
    /// Whether a camera's lamp is lit.
    public enum TorchMode: Int, Sendable { case off = 0, on, auto }

    /// Returns whether the focus can be set, which it cannot.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }

    /// Returns whether the exposure can be set, which it cannot.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }

    /// Returns whether the white balance can be set, which it cannot.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }

    /// Returns whether the lamp can be set, which it cannot.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }

    /// Whether the focus can be set slowly, which it cannot.
    public var isSmoothAutoFocusSupported: Bool { false }
    /// Whether the focus can be pointed at something, which it cannot.
    public var isFocusPointOfInterestSupported: Bool { false }
    /// Whether the exposure can be made for something, which it cannot.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// Whether the camera has a lamp that can be lit, which it has not.
    public var hasTorch: Bool { false }
    /// Whether the lamp can be lit now, which it cannot.
    public var isTorchAvailable: Bool { false }
    /// Whether the lamp is lit, which it is not.
    public var isTorchActive: Bool { false }

    /// How the camera focuses: `.locked`, also after it was set.
    public var focusMode: FocusMode {
        get { .locked }
        set {}
    }
    /// How the camera sets its exposure: `.locked`, also after it was set.
    public var exposureMode: ExposureMode {
        get { .locked }
        set {}
    }
    /// How the camera sets its white balance: `.locked`, also after it was set.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { .locked }
        set {}
    }
    /// Whether the lamp is lit: `.off`, also after it was set.
    public var torchMode: TorchMode {
        get { .off }
        set {}
    }
    /// Whether the camera focuses slowly: false, also after it was set.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set {}
    }
    /// The point that the camera focuses on: the middle, also after it was set.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set {}
    }
    /// The point that the camera sets its exposure for: the middle, also after it was set.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set {}
    }
}
