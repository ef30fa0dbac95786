public import Foundation
public import Lineament

extension MPImage {
    /// An image from an image file, turned upright; see ``ImageDecoder`` for formats and limits.
    /// - Throws: `LineamentError` that names the file.
    public convenience init(contentsOf url: URL) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(contentsOf: url))
    }

    /// An image from the bytes of an image file, turned upright.
    public convenience init(data: Data) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(data))
    }
}

#if !canImport(UIKit)
    extension UIImage {
        /// An image from an image file, turned upright; nil if it cannot be read.
        public convenience init?(contentsOfFile path: String) {
            guard let pixels = try? ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path)) else {
                return nil
            }
            self.init(pixelBuffer: pixels)
        }

        /// An image from the bytes of an image file, turned upright; nil if they cannot be decoded.
        public convenience init?(data: Data) {
            guard let pixels = try? ImageDecoder().decode(data) else { return nil }
            self.init(pixelBuffer: pixels)
        }
    }
#endif
