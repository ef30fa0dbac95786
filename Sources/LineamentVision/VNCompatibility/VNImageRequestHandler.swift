public import Foundation

#if canImport(CoreImage)
    public import CoreImage
#endif
#if canImport(CoreMedia)
    public import CoreMedia
#endif

/// An option of a request handler. Options are accepted but have no effect.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String
    /// Creates an option from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A handler that performs requests on one image, decoding it and detecting its faces only once.
public final class VNImageRequestHandler: Sendable {
    private let requestImage: RequestImage

    private init(_ requestImage: RequestImage) { self.requestImage = requestImage }

    /// Creates a handler for an image file, with its EXIF orientation.
    public convenience init(url: URL, options: [VNImageOption: Any] = [:]) { self.init(RequestImage(.url(url, nil))) }
    /// Creates a handler for an image file, with an orientation that overrides EXIF.
    public convenience init(
        url: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.url(url, orientation)))
    }

    /// Creates a handler for the bytes of an image file, with its EXIF orientation.
    public convenience init(data: Data, options: [VNImageOption: Any] = [:]) {
        self.init(RequestImage(.data(data, nil)))
    }
    /// Creates a handler for the bytes of an image file, with an orientation that overrides EXIF.
    public convenience init(
        data: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.data(data, orientation)))
    }

    /// Creates a handler for a decoded image.
    public convenience init(
        cgImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try image.pixels() }))
    }

    /// Creates a handler for a Core Image image.
    public convenience init(
        ciImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try image.pixels() }))
    }

    /// Creates a handler for a frame.
    public convenience init(
        cvPixelBuffer buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try buffer.pixels() }))
    }

    /// Creates a handler for a camera frame.
    public convenience init(
        cmSampleBuffer sample: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try sample.pixels() }))
    }

    /// Performs all requests one after another, even if one fails, blocking until they are done.
    /// - Throws: the ``VisionError`` of the first failure, which its completion handler also receives.
    public func perform(_ requests: [VNRequest]) throws {
        let failures = requests.compactMap { request in
            do {
                try request.perform(on: requestImage)
                return nil as (any Error)?
            } catch {
                return error
            }
        }
        if let first = failures.first { throw first }
    }
}

/// A handler that performs requests on successive images, treating each independently.
public final class VNSequenceRequestHandler: Sendable {
    /// Creates a handler.
    public init() {}

    /// Performs requests on a frame.
    /// - Throws: ``VisionError``, as ``VNImageRequestHandler/perform(_:)`` does.
    public func perform(
        _ requests: [VNRequest], on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cvPixelBuffer: buffer, orientation: orientation).perform(requests)
    }

    /// Performs requests on a camera frame.
    public func perform(
        _ requests: [VNRequest], on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cmSampleBuffer: sample, orientation: orientation).perform(requests)
    }

    /// Performs requests on a decoded image.
    public func perform(
        _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cgImage: image, orientation: orientation).perform(requests)
    }

    /// Performs requests on a Core Image image.
    public func perform(
        _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(ciImage: image, orientation: orientation).perform(requests)
    }

    /// Performs requests on an image file, with its EXIF orientation.
    public func perform(_ requests: [VNRequest], onImageURL url: URL) throws {
        try VNImageRequestHandler(url: url).perform(requests)
    }

    /// Performs requests on an image file, with an orientation that overrides EXIF.
    public func perform(
        _ requests: [VNRequest], onImageURL url: URL, orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(url: url, orientation: orientation).perform(requests)
    }

    /// Performs requests on the bytes of an image file, with its EXIF orientation.
    public func perform(_ requests: [VNRequest], onImageData data: Data) throws {
        try VNImageRequestHandler(data: data).perform(requests)
    }

    /// Performs requests on the bytes of an image file, with an orientation that overrides EXIF.
    public func perform(
        _ requests: [VNRequest], onImageData data: Data, orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(data: data, orientation: orientation).perform(requests)
    }
}
