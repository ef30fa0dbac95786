// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes

    extension PixelBuffer: PixelSource {
        /// Always true, as no format's alpha is read.
        package var isOpaque: Bool { true }

        /// Writes the pixels as rows of red, green, blue and an opaque alpha, without padding.
        package func copyRGBA(to bytes: UnsafeMutableBufferPointer<UInt8>) throws {
            let packed = try convertedToRGB()
            guard let layout = packed.format.packedLayout else { return }
            let red = layout.red
            let green = layout.green
            let blue = layout.blue
            try packed.withPlanes { planes in
                for y in 0..<height {
                    let row = planes[0].address + y * planes[0].bytesPerRow
                    for x in 0..<width {
                        let from = x * layout.bytesPerPixel
                        let target = (y * width + x) * 4
                        bytes[target] = row.load(fromByteOffset: from + red, as: UInt8.self)
                        bytes[target + 1] = row.load(fromByteOffset: from + green, as: UInt8.self)
                        bytes[target + 2] = row.load(fromByteOffset: from + blue, as: UInt8.self)
                        bytes[target + 3] = 255
                    }
                }
            }
        }

        /// Creates a pixel buffer from the pixels of a source, without a copy if they are a pixel buffer's.
        private convenience init(_ source: any PixelSource) throws {
            if let buffer = source as? PixelBuffer {
                self.init(sharing: buffer)
                return
            }
            try self.init(width: source.width, height: source.height, format: .rgba8) { bytes in
                let count = source.width * source.height * 4
                try source.copyRGBA(to: UnsafeMutableBufferPointer(start: bytes, count: count))
            }
        }

        /// Creates a pixel buffer from an image as stored.
        /// - Throws: ``LineamentError`` if there is not enough memory for a copy.
        public convenience init(_ image: CGImage) throws { try self.init(image.source) }

        /// Creates a pixel buffer by rendering an image within its extent.
        /// - Throws: ``LineamentError`` with code `invalidArgument` if the extent is empty or infinite.
        public convenience init(_ image: CIImage) throws {
            do {
                try self.init(image.rendered())
            } catch let error as LineamentError {
                throw error
            } catch {
                throw LineamentError(
                    .invalidArgument, "The CIImage cannot be rendered. \(error)", underlyingError: error)
            }
        }
    }

    extension CGImage {
        /// Creates an image from pixels, which are not copied. Lineament extension.
        public convenience init(pixelBuffer: PixelBuffer) { self.init(source: pixelBuffer) }
    }

    extension CIImage {
        /// Creates an image from pixels, which are not copied. Lineament extension.
        public convenience init(pixelBuffer: PixelBuffer) { self.init(cgImage: CGImage(pixelBuffer: pixelBuffer)) }
    }

    extension UIImage {
        /// Creates an image from pixels, which are not copied. Lineament extension.
        /// - Parameters:
        ///   - pixelBuffer: The pixels, as stored.
        ///   - scale: The number of pixels per point.
        ///   - orientation: The rotation and mirroring that make the stored image upright.
        public convenience init(pixelBuffer: PixelBuffer, scale: CGFloat = 1, orientation: Orientation = .up) {
            self.init(cgImage: CGImage(pixelBuffer: pixelBuffer), scale: scale, orientation: orientation)
        }

        /// The pixels, as stored. Lineament extension.
        /// - Throws: ``LineamentError`` if there is not enough memory for a copy.
        public var pixelBuffer: PixelBuffer {
            get throws {
                if let cgImage { return try PixelBuffer(cgImage) }
                guard let ciImage else {
                    throw LineamentError(.invalidArgument, "The UIImage has neither a CGImage nor a CIImage.")
                }
                return try PixelBuffer(ciImage)
            }
        }
    }
#elseif canImport(CoreGraphics)
    public import CoreGraphics

    extension PixelBuffer {
        /// Creates a pixel buffer by drawing a Core Graphics image into 8-bit RGBA.
        /// - Throws: ``LineamentError`` with code `internal` if Core Graphics cannot draw it.
        public convenience init(_ image: CGImage) throws {
            var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
            let isDrawn = bytes.withUnsafeMutableBytes { memory in
                let context = CGContext(
                    data: memory.baseAddress, width: image.width, height: image.height,
                    bitsPerComponent: 8, bytesPerRow: image.width * 4, space: CGColorSpaceCreateDeviceRGB(),
                    bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
                let frame = CGRect(x: 0, y: 0, width: image.width, height: image.height)
                context?.draw(image, in: frame)
                return context != nil
            }
            guard isDrawn else {
                throw LineamentError(.internal, "The image could not be drawn into RGBA pixels.")
            }
            try self.init(copying: bytes, width: image.width, height: image.height, format: .rgba8)
        }
    }
#endif
