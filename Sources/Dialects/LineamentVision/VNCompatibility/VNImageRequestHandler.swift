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

/// An option of a request handler. Options are accepted but have no effect.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String
    /// Creates an option from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The properties of the image file.
    public static let properties = VNImageOption(rawValue: "VNImageOptionProperties")
    /// The intrinsics of the camera.
    public static let cameraIntrinsics = VNImageOption(rawValue: "VNImageOptionCameraIntrinsics")
    /// The Core Image context to render with.
    public static let ciContext = VNImageOption(rawValue: "VNImageOptionCIContext")
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
    /// - Throws: the error of the first failure, an `NSError` in ``VNErrorDomain``, which its completion handler also
    ///   receives.
    public func perform(_ requests: [VNRequest]) throws { try requests.perform(on: requestImage) }
}

extension [VNRequest] {
    fileprivate func perform(on requestImage: RequestImage) throws {
        for request in self { request.prepare() }
        var failure: (any Error)?
        for request in self {
            do {
                try request.perform(on: requestImage)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}

/// A handler that performs requests on successive images. Requests that follow an object remember it from image to
/// image; the others treat each image independently.
public final class VNSequenceRequestHandler: Sendable {
    private let tracks = TrackStore()

    /// Creates a handler.
    public init() {}

    /// Performs requests on a frame.
    /// - Throws: an `NSError` in ``VNErrorDomain``, as ``VNImageRequestHandler/perform(_:)`` does.
    public func perform(
        _ requests: [VNRequest], on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, on: .pixels(orientation) { try buffer.pixels() })
    }

    /// Performs requests on a camera frame.
    public func perform(
        _ requests: [VNRequest], on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, on: .pixels(orientation) { try sample.pixels() })
    }

    /// Performs requests on a decoded image.
    public func perform(
        _ requests: [VNRequest], on image: CGImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, on: .pixels(orientation) { try image.pixels() })
    }

    /// Performs requests on a Core Image image.
    public func perform(
        _ requests: [VNRequest], on image: CIImage, orientation: CGImagePropertyOrientation = .up
    ) throws {
        try perform(requests, on: .pixels(orientation) { try image.pixels() })
    }

    /// Performs requests on an image file, with its EXIF orientation.
    public func perform(_ requests: [VNRequest], onImageURL url: URL) throws {
        try perform(requests, on: .url(url, nil))
    }

    /// Performs requests on an image file, with an orientation that overrides EXIF.
    public func perform(
        _ requests: [VNRequest], onImageURL url: URL, orientation: CGImagePropertyOrientation
    ) throws {
        try perform(requests, on: .url(url, orientation))
    }

    /// Performs requests on the bytes of an image file, with its EXIF orientation.
    public func perform(_ requests: [VNRequest], onImageData data: Data) throws {
        try perform(requests, on: .data(data, nil))
    }

    /// Performs requests on the bytes of an image file, with an orientation that overrides EXIF.
    public func perform(
        _ requests: [VNRequest], onImageData data: Data, orientation: CGImagePropertyOrientation
    ) throws {
        try perform(requests, on: .data(data, orientation))
    }

    private func perform(_ requests: [VNRequest], on source: ImageSource) throws {
        try requests.perform(on: RequestImage(source, tracks: tracks))
    }
}
