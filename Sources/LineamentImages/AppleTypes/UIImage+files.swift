// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    internal import Lineament
    public import LineamentAppleTypes

    extension UIImage {
        /// Creates an upright image from a file, or returns `nil` if it cannot be read.
        public convenience init?(contentsOfFile path: String) {
            guard let pixels = try? ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path)) else { return nil }
            self.init(pixelBuffer: pixels)
        }

        /// Creates an upright image from the bytes of a file, or returns `nil` if they cannot be decoded.
        public convenience init?(data: Data) {
            self.init(data: data, scale: 1)
        }

        /// Creates an upright image with `scale` pixels per point from the bytes of a file, or returns `nil` if they
        /// cannot be decoded.
        public convenience init?(data: Data, scale: CGFloat) {
            guard let pixels = try? ImageDecoder().decode(data) else { return nil }
            self.init(pixelBuffer: pixels, scale: scale)
        }

        /// Creates an image from a resource of the main bundle, named with or without its extension, or returns `nil`
        /// if there is none.
        public convenience init?(named name: String) { self.init(named: name, in: nil) }

        /// Creates an image from a resource of a bundle, named with or without its extension, or returns `nil` if there
        /// is none.
        /// - Parameters:
        ///   - name: The name of the resource.
        ///   - bundle: The bundle to search; `nil` for the main bundle. Resources that SwiftPM has copied in a folder are
        ///     found by the path in it.
        ///   - configuration: Ignored, as there are no variants.
        public convenience init?(named name: String, in bundle: Bundle?, compatibleWith configuration: Any? = nil) {
            let bundle = bundle ?? .main
            let paths = ["", "png", "jpg", "jpeg", "webp", "heic"].compactMap {
                bundle.path(forResource: name, ofType: $0.isEmpty ? nil : $0)
            }
            guard let path = paths.first else { return nil }
            self.init(contentsOfFile: path)
        }

        /// Returns the upright image as the bytes of a JPEG file, or `nil` if it cannot be encoded.
        /// - Parameter compressionQuality: The quality, 0 to 1.
        public func jpegData(compressionQuality: CGFloat) -> Data? {
            var encoder = ImageEncoder()
            encoder.jpegQuality = ImageEncoder.percent(of: compressionQuality)
            return try? encoder.encode(uprightPixels(), as: .jpeg)
        }

        /// Returns the upright image as the bytes of a PNG file, or `nil` if it cannot be encoded.
        public func pngData() -> Data? { try? ImageEncoder().encode(uprightPixels(), as: .png) }

        private func uprightPixels() throws -> PixelBuffer {
            try pixelBuffer.convertedToRGB().upright(from: imageOrientation)
        }
    }
#endif
