// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import Foundation
    internal import Lineament
    public import LineamentAppleTypes

    /// An image file to be written. Stands in for Image I/O's type.
    public final class CGImageDestination {
        fileprivate enum Place {
            case file(URL)
            case memory(NSMutableData)
        }

        fileprivate let place: Place
        fileprivate let format: ImageEncoder.Format
        fileprivate var properties: CFDictionary = [:]
        fileprivate var image: (pixels: CGImage, properties: CFDictionary)?

        fileprivate init?(_ place: Place, type: CFString, count: Int) {
            guard count == 1, let name = UTType(type)?.preferredFilenameExtension,
                let format = ImageEncoder.Format(pathExtension: name)
            else { return nil }
            self.place = place
            self.format = format
        }
    }

    /// The key of the quality of a JPEG or WebP file, 0 to 1.
    public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

    /// Returns a destination that writes a file.
    /// - Parameters:
    ///   - url: The file, which is replaced if it exists.
    ///   - type: The identifier of JPEG, PNG or WebP, such as "public.jpeg".
    ///   - count: The number of images, which must be 1.
    ///   - options: Has no effect.
    /// - Returns: The destination, or `nil` if it cannot be written.
    public func CGImageDestinationCreateWithURL(
        _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
    ) -> CGImageDestination? {
        CGImageDestination(.file(url), type: type, count: count)
    }

    /// Returns a destination that appends the bytes of a file to data.
    /// - Parameters:
    ///   - data: Receives the bytes.
    ///   - type: The identifier of JPEG, PNG or WebP, such as "public.jpeg".
    ///   - count: The number of images, which must be 1.
    ///   - options: Has no effect.
    /// - Returns: The destination, or `nil` if it cannot be written.
    public func CGImageDestinationCreateWithData(
        _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
    ) -> CGImageDestination? {
        CGImageDestination(.memory(data), type: type, count: count)
    }

    /// Sets properties that count unless the image has its own.
    public func CGImageDestinationSetProperties(_ destination: CGImageDestination, _ properties: CFDictionary?) {
        destination.properties.merge(properties ?? [:]) { _, new in new }
    }

    /// Sets the image to write.
    /// - Parameters:
    ///   - destination: The destination.
    ///   - image: The image.
    ///   - properties: Of these `kCGImageDestinationLossyCompressionQuality` counts, and `kCGImagePropertyOrientation`,
    ///     in which the image is turned upright instead of being marked.
    public func CGImageDestinationAddImage(
        _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
    ) {
        destination.image = (image, properties ?? [:])
    }

    /// Writes the image.
    /// - Returns: Whether it was written; false if there is none, or if the file cannot be written.
    @discardableResult
    public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool {
        guard let image = destination.image else { return false }
        func number(_ key: CFString) -> Double? { imageNumber(image.properties[key] ?? destination.properties[key]) }
        var encoder = ImageEncoder()
        if let quality = number(kCGImageDestinationLossyCompressionQuality) {
            encoder.jpegQuality = ImageEncoder.percent(of: quality)
            encoder.webPQuality = encoder.jpegQuality
        }
        do {
            var pixels = try PixelBuffer(image.pixels).convertedToRGB()
            if let value = number(kCGImagePropertyOrientation).flatMap({ Int(exactly: $0) }),
                let orientation = ImageOrientation(exifValue: value)
            {
                pixels = try pixels.upright(from: orientation)
            }
            let data = try encoder.encode(pixels, as: destination.format)
            switch destination.place {
            case .file(let url): try data.write(to: url, options: .atomic)
            case .memory(let memory): memory.append(data)
            }
            return true
        } catch {
            return false
        }
    }
#endif
