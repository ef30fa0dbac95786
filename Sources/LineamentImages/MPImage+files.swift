public import Foundation
public import Lineament

extension MPImage {
    /// Creates an upright image from a file; see ``ImageDecoder`` for formats and limits.
    /// - Throws: `LineamentError` that names the file.
    public convenience init(contentsOf url: URL) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(contentsOf: url))
    }

    /// Creates an upright image from the bytes of a file.
    /// - Throws: `LineamentError`, as for a file.
    public convenience init(data: Data) throws {
        try self.init(pixelBuffer: ImageDecoder().decode(data))
    }
}

#if !canImport(UIKit)
    extension UIImage {
        /// Creates an upright image from a file, or returns nil if it cannot be read.
        public convenience init?(contentsOfFile path: String) {
            guard let pixels = try? ImageDecoder().decode(contentsOf: URL(fileURLWithPath: path)) else {
                return nil
            }
            self.init(pixelBuffer: pixels)
        }

        /// Creates an upright image from the bytes of a file, or returns nil if they cannot be decoded.
        public convenience init?(data: Data) {
            guard let pixels = try? ImageDecoder().decode(data) else { return nil }
            self.init(pixelBuffer: pixels)
        }
    }
#endif
