// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#else
    #if canImport(CoreImage)
        public import CoreImage
    #endif
    #if canImport(CoreMedia)
        public import CoreMedia
    #endif
#endif

/// A request that can process a region of an image.
public protocol ImageProcessingRequest: VisionRequest {
    /// The region of the upright image to process. Results stay normalized to the whole image. Default: the whole
    /// image.
    var regionOfInterest: NormalizedRect { get set }
}

extension ImageProcessingRequest {
    /// Performs the request on an image file. `orientation` overrides its EXIF orientation.
    /// - Throws: ``VisionError``
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// Performs the request on the bytes of an image file. `orientation` overrides its EXIF orientation.
    /// - Throws: ``VisionError``
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    /// Performs the request on a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a frame.
    /// - Throws: ``VisionError``
    public func perform(on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result
    {
        try await ImageRequestHandler(buffer, orientation: orientation).perform(self)
    }

    /// Performs the request on a camera frame.
    /// - Throws: ``VisionError``
    public func perform(on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws
        -> Result
    {
        try await ImageRequestHandler(sample, orientation: orientation).perform(self)
    }
}
