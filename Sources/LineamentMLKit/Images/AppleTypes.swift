// Replacements for Apple's types, so that importing this module alone is enough to use their names.

#if !canImport(UIKit)
    public import Lineament

    /// Lineament's replacement for UIKit's type.
    public typealias UIImage = Lineament.UIImage

    /// The orientation of a device. Replaces UIKit's type on platforms without UIKit.
    public enum UIDeviceOrientation: Int, Sendable {
        case unknown = 0, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    }

    /// The device, whose orientation is unknown. Replaces UIKit's type on platforms without UIKit.
    public final class UIDevice: Sendable {
        /// The current device.
        public static let current = UIDevice()
        /// The orientation, which is always unknown.
        public let orientation = UIDeviceOrientation.unknown
    }
#endif

#if !canImport(CoreVideo)
    /// Lineament's replacement for Core Video's type.
    public typealias CVPixelBuffer = Lineament.PixelBuffer
#endif

#if !canImport(CoreMedia)
    /// Lineament's replacement for Core Media's type.
    public typealias CMSampleBuffer = Lineament.SampleBuffer
#endif

#if !canImport(AVFoundation)
    /// A camera. Replaces AVFoundation's type on platforms without AVFoundation.
    public enum AVCaptureDevice {
        /// The position of a camera on the device.
        public enum Position: Int, Sendable {
            case unspecified = 0, back, front
        }
    }
#endif
