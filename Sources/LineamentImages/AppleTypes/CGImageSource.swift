// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    internal import Lineament
    public import LineamentAppleTypes
    internal import Synchronization

    /// The bytes of an image file. Stands in for Image I/O's type.
    public final class CGImageSource: Sendable {
        let data: Data
        private let name: String
        private let decoded = Mutex<CGImage?>(nil)

        fileprivate init(data: Data, name: String) {
            self.data = data
            self.name = name
        }

        /// The image as stored, decoded once; `nil` if that fails.
        fileprivate var image: CGImage? {
            decoded.withLock { decoded in
                if decoded == nil {
                    let pixels = try? ImageDecoder.asStored.decode(data, name: name)
                    decoded = pixels.map { CGImage(pixelBuffer: $0) }
                }
                return decoded
            }
        }
    }

    /// Returns a source for an image file, or `nil` if it cannot be read.
    public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
        (try? FileBytes.read(url, limit: ImageDecoder().maxBytes)).map { CGImageSource(data: $0, name: url.path) }
    }

    /// Returns a source for the bytes of an image file.
    public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
        CGImageSource(data: data, name: "image data")
    }

    /// Returns the number of images that can be read from the source: 1.
    public func CGImageSourceGetCount(_ source: CGImageSource) -> Int { 1 }

    /// Returns the image as stored, whatever orientation its EXIF data says; `nil` if it cannot be decoded or `index`
    /// is not 0.
    public func CGImageSourceCreateImageAtIndex(
        _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
    ) -> CGImage? {
        index == 0 ? source.image : nil
    }

    /// Returns the size of the image as stored and its EXIF orientation, if it has one, under Image I/O's keys; `nil`
    /// if it cannot be decoded or `index` is not 0.
    public func CGImageSourceCopyPropertiesAtIndex(
        _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
    ) -> CFDictionary? {
        guard let image = CGImageSourceCreateImageAtIndex(source, index, options) else { return nil }
        var properties: CFDictionary = [
            kCGImagePropertyPixelWidth: image.width, kCGImagePropertyPixelHeight: image.height,
        ]
        if let orientation = ImageOrientation(file: source.data) {
            properties[kCGImagePropertyOrientation] = UInt32(orientation.exifValue)
        }
        return properties
    }
#endif
