// The stand-ins for Apple's types, so that this module's import alone brings their names.

#if !canImport(UIKit)
    public import Lineament

    public typealias UIImage = Lineament.UIImage

    /// Stands in for UIKit's type where there is no UIKit.
    public enum UIDeviceOrientation: Int, Sendable {
        case unknown = 0, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    }

    /// Stands in for UIKit's type where there is no UIKit. A server has no orientation.
    public final class UIDevice: Sendable {
        public static let current = UIDevice()
        public let orientation = UIDeviceOrientation.unknown
    }
#endif

#if !canImport(CoreVideo)
    public typealias CVPixelBuffer = Lineament.PixelBuffer
#endif

#if !canImport(CoreMedia)
    public typealias CMSampleBuffer = Lineament.SampleBuffer
#endif

#if !canImport(AVFoundation)
    /// Stands in for AVFoundation's type where there is no AVFoundation.
    public enum AVCaptureDevice {
        /// Where a camera is on the device.
        public enum Position: Int, Sendable {
            case unspecified = 0, back, front
        }
    }
#endif
