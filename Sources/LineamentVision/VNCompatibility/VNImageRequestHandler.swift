public import Foundation

#if canImport(CoreImage)
    public import CoreImage
#endif
#if canImport(CoreMedia)
    public import CoreMedia
#endif

/// What is known of an image beside its pixels. Nothing of it is used.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Performs requests on one image, which is decoded once and whose faces are found once.
public final class VNImageRequestHandler: Sendable {
    private let picture: RequestImage

    private init(_ picture: RequestImage) { self.picture = picture }

    /// An image file, turned as EXIF says.
    public convenience init(url: URL, options: [VNImageOption: Any] = [:]) { self.init(RequestImage(.url(url, nil))) }
    public convenience init(
        url: URL, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.url(url, orientation)))
    }

    /// The bytes of an image file, turned as EXIF says.
    public convenience init(data: Data, options: [VNImageOption: Any] = [:]) {
        self.init(RequestImage(.data(data, nil)))
    }
    public convenience init(
        data: Data, orientation: CGImagePropertyOrientation, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.data(data, orientation)))
    }

    public convenience init(
        cgImage image: CGImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try image.pixels() }))
    }

    public convenience init(
        ciImage image: CIImage, orientation: CGImagePropertyOrientation = .up, options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try image.pixels() }))
    }

    public convenience init(
        cvPixelBuffer buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try buffer.pixels() }))
    }

    public convenience init(
        cmSampleBuffer sample: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up,
        options: [VNImageOption: Any] = [:]
    ) {
        self.init(RequestImage(.pixels(orientation) { try sample.pixels() }))
    }

    /// Performs requests one after the other and waits for them. All are tried.
    /// - Throws: ``VisionError`` of the first that failed; its completion handler has been told, too.
    public func perform(_ requests: [VNRequest]) throws {
        let failures = requests.compactMap { request in
            do {
                try request.perform(on: picture)
                return nil as (any Error)?
            } catch {
                return error
            }
        }
        if let first = failures.first { throw first }
    }
}

/// Performs requests on one image after another, each looked at by itself.
public final class VNSequenceRequestHandler: Sendable {
    public init() {}

    /// - Throws: ``VisionError``, as ``VNImageRequestHandler/perform(_:)``.
    public func perform(
        _ requests: [VNRequest], on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cvPixelBuffer: buffer, orientation: orientation).perform(requests)
    }

    public func perform(
        _ requests: [VNRequest], on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cmSampleBuffer: sample, orientation: orientation).perform(requests)
    }

    public func perform(
        _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(cgImage: image, orientation: orientation).perform(requests)
    }

    public func perform(
        _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try VNImageRequestHandler(ciImage: image, orientation: orientation).perform(requests)
    }

    public func perform(_ requests: [VNRequest], onImageURL url: URL) throws {
        try VNImageRequestHandler(url: url).perform(requests)
    }

    public func perform(
        _ requests: [VNRequest], onImageURL url: URL, orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(url: url, orientation: orientation).perform(requests)
    }

    public func perform(_ requests: [VNRequest], onImageData data: Data) throws {
        try VNImageRequestHandler(data: data).perform(requests)
    }

    public func perform(
        _ requests: [VNRequest], onImageData data: Data, orientation: CGImagePropertyOrientation
    ) throws {
        try VNImageRequestHandler(data: data, orientation: orientation).perform(requests)
    }
}
