// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

#if STAND_INS
    internal import LineamentAppleTypes
#elseif canImport(ImageIO)
    internal import ImageIO
#endif

/// An image in any of the forms that requests accept, decoded on demand.
struct ImageSource: Sendable {
    private let decode: @Sendable () throws -> UprightImage

    private init(_ decode: @escaping @Sendable () throws -> UprightImage) { self.decode = decode }

    /// Decodes the image.
    /// - Throws: ``VisionError``
    func upright() throws -> UprightImage {
        do {
            return try decode()
        } catch let error as LineamentError {
            throw VisionError(error)
        }
    }

    /// Returns the source for a file. `orientation` overrides the file's EXIF orientation.
    static func url(_ url: URL, _ orientation: CGImagePropertyOrientation?) -> ImageSource {
        ImageSource { try UprightImage(decoder(orientation).decode(contentsOf: url), orientation: turn(orientation)) }
    }

    static func data(_ data: Data, _ orientation: CGImagePropertyOrientation?) -> ImageSource {
        ImageSource { try UprightImage(decoder(orientation).decode(data), orientation: turn(orientation)) }
    }

    /// Returns the source for an image in memory. Its pixels are read now; an error is thrown on decoding.
    static func pixels(_ orientation: CGImagePropertyOrientation?, _ pixels: () throws -> PixelBuffer) -> ImageSource {
        let pixels = Result { try pixels() }
        return ImageSource { try UprightImage(pixels.get(), orientation: turn(orientation)) }
    }

    private static func decoder(_ orientation: CGImagePropertyOrientation?) -> ImageDecoder {
        var decoder = ImageDecoder()
        decoder.appliesOrientation = orientation == nil
        return decoder
    }

    private static func turn(_ orientation: CGImagePropertyOrientation?) -> ImageOrientation {
        switch orientation {
        case nil, .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        case .left: .left
        }
    }
}

extension VisionError {
    init(_ error: LineamentError) {
        self =
            switch error.code {
            case .notFound, .permissionDenied: .ioError(error.summary)
            case .invalidArgument, .dataLoss: .invalidImage(error.summary)
            case .resourceExhausted: .outOfMemory(error.summary)
            case .unimplemented: .invalidFormat(error.summary)
            case .cancelled: .requestCancelled(error.summary)
            case .deadlineExceeded: .timeout(error.summary)
            default: .internalError(error.summary)
            }
    }

    /// Translates an error of loading models, or the runtime that they need.
    init(ofModels error: LineamentError) {
        self =
            switch error.code {
            case .notFound, .permissionDenied: .dataUnavailable(error.summary)
            case .invalidArgument, .dataLoss, .unimplemented: .invalidModel(error.summary)
            default: VisionError(error)
            }
    }
}
