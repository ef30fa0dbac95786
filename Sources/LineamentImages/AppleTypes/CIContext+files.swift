// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    internal import Lineament
    public import LineamentAppleTypes

    extension CIContext {
        /// Returns an image as the bytes of a JPEG file, or `nil` if it cannot be rendered.
        /// - Parameters:
        ///   - image: The image.
        ///   - colorSpace: The color space. Colors are never converted, so that it has no effect.
        ///   - options: The quality, 0 to 1, under `kCGImageDestinationLossyCompressionQuality`.
        public func jpegRepresentation(
            of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
        ) -> Data? {
            try? encoded(image, as: .jpeg, options)
        }

        /// Returns an image as the bytes of a PNG file, or `nil` if it cannot be rendered.
        /// - Parameters:
        ///   - image: The image.
        ///   - format: The arrangement of the pixels, of which there is one.
        ///   - colorSpace: The color space. Colors are never converted, so that it has no effect.
        ///   - options: Have no effect.
        public func pngRepresentation(
            of image: CIImage, format: CIFormat, colorSpace: CGColorSpace,
            options: [CIImageRepresentationOption: Any] = [:]
        ) -> Data? {
            try? encoded(image, as: .png, options)
        }

        /// Writes an image to a JPEG file, replacing what is there. The parameters are those of
        /// ``jpegRepresentation(of:colorSpace:options:)``.
        /// - Throws: An error if the image cannot be rendered or the file cannot be written.
        public func writeJPEGRepresentation(
            of image: CIImage, to url: URL, colorSpace: CGColorSpace,
            options: [CIImageRepresentationOption: Any] = [:]
        ) throws {
            try encoded(image, as: .jpeg, options).write(to: url, options: .atomic)
        }

        /// Writes an image to a PNG file, replacing what is there. The parameters are those of
        /// ``pngRepresentation(of:format:colorSpace:options:)``.
        /// - Throws: An error if the image cannot be rendered or the file cannot be written.
        public func writePNGRepresentation(
            of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
            options: [CIImageRepresentationOption: Any] = [:]
        ) throws {
            try encoded(image, as: .png, options).write(to: url, options: .atomic)
        }

        private func encoded(
            _ image: CIImage, as format: ImageEncoder.Format, _ options: [CIImageRepresentationOption: Any]
        ) throws -> Data {
            let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality)
            var encoder = ImageEncoder()
            if let quality = imageNumber(options[key]) { encoder.jpegQuality = ImageEncoder.percent(of: quality) }
            return try encoder.encode(PixelBuffer(image).convertedToRGB(), as: format)
        }
    }

    extension ImageEncoder {
        /// Returns the JPEG or WebP quality for Apple's, which is 0 to 1.
        static func percent(of quality: Double) -> Int { Int((max(0, min(1, quality)) * 99).rounded()) + 1 }
    }
#endif
