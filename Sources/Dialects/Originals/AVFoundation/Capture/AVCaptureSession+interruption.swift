// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AVCaptureSession {
    /// Why a session on a phone was interrupted. On Linux nothing interrupts one: a camera that another program uses
    /// does not open, which is an error, and is posted as ``runtimeErrorNotification``.
    public enum InterruptionReason: Int, Sendable {
        case videoDeviceNotAvailableInBackground = 1, audioDeviceInUseByAnotherClient, videoDeviceInUseByAnotherClient
        case videoDeviceNotAvailableWithMultipleForegroundApps, videoDeviceNotAvailableDueToSystemPressure
    }

    /// The name under which phones report an interruption; it is never posted on Linux.
    public static let wasInterruptedNotification = Notification.Name("AVCaptureSessionWasInterruptedNotification")
    /// The name under which phones report the end of an interruption; it is never posted on Linux.
    public static let interruptionEndedNotification = Notification.Name("AVCaptureSessionInterruptionEndedNotification")
    /// Whether the session is interrupted, which it never is on Linux.
    public var isInterrupted: Bool { false }
}

/// The key of the ``AVCaptureSession/InterruptionReason``, as a number.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"

extension NSNotification.Name {
    /// The name under which phones report an interruption; it is never posted on Linux.
    public static let AVCaptureSessionWasInterrupted = AVCaptureSession.wasInterruptedNotification
    /// The name under which phones report the end of an interruption; it is never posted on Linux.
    public static let AVCaptureSessionInterruptionEnded = AVCaptureSession.interruptionEndedNotification
}
