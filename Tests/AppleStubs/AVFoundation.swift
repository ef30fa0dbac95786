// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import CoreMedia

open class AVCaptureDevice {
    public enum Position: Int, Sendable {
        case unspecified, back, front
    }
}
