// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import CoreMedia

open class AVCaptureDevice {
    public enum Position: Int, Sendable {
        case unspecified, back, front
    }
}
