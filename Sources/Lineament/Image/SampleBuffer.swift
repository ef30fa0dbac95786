// SPDX-License-Identifier: Apache-2.0

/// A frame as a camera or decoder delivers it: an image, if it contains one, and its timestamp.
public final class SampleBuffer: Sendable {
    /// The image; `nil` if the sample contains none.
    public let pixelBuffer: PixelBuffer?
    /// The time at which the frame is displayed, in milliseconds.
    public let presentationTimeInMilliseconds: Int
    /// Whether the sample can be used.
    public let isValid: Bool

    /// Creates a sample from its parts.
    public init(pixelBuffer: PixelBuffer?, presentationTimeInMilliseconds: Int = 0, isValid: Bool = true) {
        self.pixelBuffer = pixelBuffer
        self.presentationTimeInMilliseconds = presentationTimeInMilliseconds
        self.isValid = isValid
    }
}
