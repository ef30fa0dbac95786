#if STAND_INS
    public import Foundation
    public import Lineament
    public import LineamentAppleTypes

    extension CIImage {
        /// Creates an image from a file, or returns nil if it cannot be decoded. As in Core Image, the pixels are those
        /// stored, whatever orientation the file's EXIF data says.
        public convenience init?(contentsOf url: URL) {
            guard let pixels = try? ImageDecoder.asStored.decode(contentsOf: url) else { return nil }
            self.init(pixelBuffer: pixels)
        }

        /// Creates an image from the bytes of a file, or returns nil if they cannot be decoded. As in Core Image, the
        /// pixels are those stored, whatever orientation the EXIF data says.
        public convenience init?(data: Data) {
            guard let pixels = try? ImageDecoder.asStored.decode(data) else { return nil }
            self.init(pixelBuffer: pixels)
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
