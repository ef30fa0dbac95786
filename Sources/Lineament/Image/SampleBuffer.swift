/// A frame as a camera or decoder delivers it: an image, if it holds one, and its time.
///
/// On systems without CoreMedia it also answers to the name `CMSampleBuffer`.
public final class SampleBuffer: Sendable {
    /// The image; nil in a sample that carries none.
    public let pixelBuffer: PixelBuffer?
    /// The time at which the frame is shown.
    public let presentationTimeInMilliseconds: Int
    /// Whether the sample may be used.
    public let isValid: Bool

    public init(pixelBuffer: PixelBuffer?, presentationTimeInMilliseconds: Int = 0, isValid: Bool = true) {
        self.pixelBuffer = pixelBuffer
        self.presentationTimeInMilliseconds = presentationTimeInMilliseconds
        self.isValid = isValid
    }
}
