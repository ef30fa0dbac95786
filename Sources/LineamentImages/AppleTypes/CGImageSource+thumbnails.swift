// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    internal import Foundation
    internal import Lineament
    public import LineamentAppleTypes

    /// The key of the longest side of a small image, in pixels.
    public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
    /// The key of whether a small image is turned upright, as the EXIF orientation says.
    public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
    /// The key of whether a small image is made from the image. It always is, so that this has no effect.
    public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
    /// The key of whether a small image is made if the file has none. It always is, so that this has no effect.
    public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
        "kCGImageSourceCreateThumbnailFromImageIfAbsent"
    /// The key of whether decoded pixels are kept. Has no effect.
    public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
    /// The key of whether the image is decoded at once, as it always is.
    public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"

    /// Returns a small image, made from the one in the file; `nil` if that cannot be decoded or `index` is not 0.
    /// - Parameters:
    ///   - source: The file.
    ///   - index: The number of the image, 0.
    ///   - options: The longest side, under `kCGImageSourceThumbnailMaxPixelSize`, which smaller images keep, and
    ///     whether the image is turned upright, under `kCGImageSourceCreateThumbnailWithTransform`.
    public func CGImageSourceCreateThumbnailAtIndex(
        _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
    ) -> CGImage? {
        guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { return nil }
        var small = CIImage(cgImage: image)
        if options?[kCGImageSourceCreateThumbnailWithTransform] as? Bool == true,
            let orientation = ImageOrientation(file: source.data)
        {
            small = small.oriented(forExifOrientation: Int32(orientation.exifValue))
        }
        let longest = max(small.extent.width, small.extent.height)
        if let limit = imageNumber(options?[kCGImageSourceThumbnailMaxPixelSize]), limit >= 1, longest > limit {
            // Whole pixels, so that no edge is blended with what lies outside.
            let width = max(1, (small.extent.width * limit / longest).rounded())
            let height = max(1, (small.extent.height * limit / longest).rounded())
            small = small.transformed(
                by: CGAffineTransform(scaleX: width / small.extent.width, y: height / small.extent.height))
        }
        return CIContext().createCGImage(small, from: small.extent)
    }
#endif
