// SPDX-License-Identifier: Apache-2.0

/// A frame of a video: an image with a timestamp.
public protocol TimedFrame: Sendable {
    /// The image.
    var image: MPImage { get }
    /// The timestamp in milliseconds, which must increase from frame to frame.
    var timestampInMilliseconds: Int { get }
}

/// An image and its timestamp.
public struct TimedImage: TimedFrame {
    /// The image.
    public let image: MPImage
    /// The timestamp in milliseconds, which must increase from frame to frame.
    public let timestampInMilliseconds: Int

    /// Creates a frame from its parts.
    public init(image: MPImage, timestampInMilliseconds: Int) {
        self.image = image
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
