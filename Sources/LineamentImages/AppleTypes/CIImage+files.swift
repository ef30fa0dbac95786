// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    internal import Lineament
    public import LineamentAppleTypes

    extension CIImage {
        /// Creates an image from a file, or returns `nil` if it cannot be decoded. As in Core Image, the pixels are
        /// those stored, whatever orientation the file's EXIF data says; `properties` has the orientation.
        public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

        /// Creates an image from a file, or returns `nil` if it cannot be decoded.
        /// - Parameters:
        ///   - url: The file.
        ///   - options: Whether the orientation of the file's EXIF data is applied; by default it is not.
        public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]?) {
            guard let data = try? FileBytes.read(url, limit: ImageDecoder().maxBytes) else { return nil }
            self.init(data, name: url.path, options: options)
        }

        /// Creates an image from the bytes of a file, or returns `nil` if they cannot be decoded. As in Core Image, the
        /// pixels are those stored, whatever orientation the EXIF data says; `properties` has the orientation.
        public convenience init?(data: Data) { self.init(data: data, options: nil) }

        /// Creates an image from the bytes of a file, or returns `nil` if they cannot be decoded.
        /// - Parameters:
        ///   - data: The bytes.
        ///   - options: Whether the orientation of the EXIF data is applied; by default it is not.
        public convenience init?(data: Data, options: [CIImageOption: Any]?) {
            self.init(data, name: "image data", options: options)
        }

        private convenience init?(_ data: Data, name: String, options: [CIImageOption: Any]?) {
            guard let pixels = try? ImageDecoder.asStored.decode(data, name: name) else { return nil }
            var options = options ?? [:]
            if options[.properties] == nil, let orientation = ImageOrientation(file: data) {
                options[.properties] = [kCGImagePropertyOrientation: UInt32(orientation.exifValue)]
            }
            self.init(cgImage: CGImage(pixelBuffer: pixels), options: options)
        }
    }

    extension ImageDecoder {
        /// A decoder that ignores EXIF orientations.
        static var asStored: ImageDecoder {
            var decoder = ImageDecoder()
            decoder.appliesOrientation = false
            return decoder
        }
    }
#endif
