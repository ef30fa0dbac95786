// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import LineamentAppleTypes
    import Testing

    /// The stand-ins for the image types of Core Graphics, Core Image and UIKit, on made-up pixels.
    @Suite struct ImageStandInTests {
        /// Returns an image of shades of gray, given row by row from the top.
        private static func image(_ shades: [[UInt8]]) throws -> CGImage {
            let provider = try #require(CGDataProvider(data: Data(shades.joined())))
            return try #require(
                CGImage(
                    width: shades[0].count, height: shades.count, bitsPerComponent: 8, bitsPerPixel: 8,
                    bytesPerRow: shades[0].count, space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [],
                    provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
        }

        /// Returns the first byte of each pixel, row by row from the top.
        private static func shades(_ image: CGImage) throws -> [[UInt8]] {
            let data = try #require(image.dataProvider?.data)
            return (0..<image.height).map { row in
                (0..<image.width).map { data[row * image.bytesPerRow + $0 * image.bitsPerPixel / 8] }
            }
        }

        private static func shades(_ image: CIImage) throws -> [[UInt8]] {
            try shades(try #require(CIContext().createCGImage(image, from: image.extent)))
        }

        private static let stored: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
        private static let upright: [(CGImagePropertyOrientation, [[UInt8]])] = [
            (.up, stored), (.upMirrored, [[3, 2, 1], [6, 5, 4]]), (.down, [[6, 5, 4], [3, 2, 1]]),
            (.downMirrored, [[4, 5, 6], [1, 2, 3]]), (.leftMirrored, [[1, 4], [2, 5], [3, 6]]),
            (.right, [[4, 1], [5, 2], [6, 3]]), (.rightMirrored, [[6, 3], [5, 2], [4, 1]]),
            (.left, [[3, 6], [2, 5], [1, 4]]),
        ]

        @Test(arguments: upright)
        func orientedMakesUpright(orientation: CGImagePropertyOrientation, expected: [[UInt8]]) throws {
            let image = CIImage(cgImage: try Self.image(Self.stored))
            let turned = image.oriented(orientation)
            #expect(turned.extent == CGRect(x: 0, y: 0, width: expected[0].count, height: expected.count))
            #expect(try Self.shades(turned) == expected)
            let byValue = image.oriented(forExifOrientation: Int32(orientation.rawValue))
            #expect(try Self.shades(byValue) == expected)
            // The lower left corner keeps its place.
            let moved = image.transformed(by: CGAffineTransform(translationX: 10, y: -4)).oriented(orientation)
            #expect(moved.extent.origin == CGPoint(x: 10, y: -4))
            #expect(try Self.shades(moved) == expected)
        }

        @Test func turningByAnglesIsExactAndUndone() throws {
            let image = CIImage(cgImage: try Self.image(Self.stored))
            let quarter = CGAffineTransform(rotationAngle: -.pi / 2)
            let turned = image.transformed(by: quarter)
            #expect(turned.extent == CGRect(x: 0, y: -3, width: 2, height: 3))
            #expect(try Self.shades(turned) == [[4, 1], [5, 2], [6, 3]])
            #expect(turned.cgImage == nil)
            #expect(image.cgImage != nil)
            let back = turned.transformed(by: quarter.inverted())
            #expect(back.extent == image.extent)
            #expect(back.cgImage == image.cgImage)
        }

        @Test func cropsHaveTheirOriginWhereTheirImageHasIt() throws {
            let stored = try Self.image(Self.stored)
            let upper = try #require(stored.cropping(to: CGRect(x: 1, y: 0, width: 5, height: 1)))
            #expect(try Self.shades(upper) == [[2, 3]])
            #expect(stored.cropping(to: CGRect(x: 3, y: 0, width: 1, height: 1)) == nil)

            let lower = CIImage(cgImage: stored).cropped(to: CGRect(x: 1, y: -2, width: 9, height: 3))
            #expect(lower.extent == CGRect(x: 1, y: 0, width: 2, height: 1))
            #expect(try Self.shades(lower) == [[5, 6]])
            #expect(try Self.shades(lower.oriented(.right)) == [[5], [6]])
            let whole = try #require(CIContext().createCGImage(lower, from: CGRect(x: 0, y: 0, width: 3, height: 2)))
            #expect(try Self.shades(whole) == [[0, 0, 0], [0, 5, 6]])
            #expect(whole.alphaInfo == .last)
        }

        @Test func scalingInterpolatesAndAverages() throws {
            let image = CIImage(cgImage: try Self.image([[0, 100], [0, 100]]))
            let wide = image.transformed(by: CGAffineTransform(scaleX: 2, y: 1))
            #expect(try Self.shades(wide) == [[0, 25, 75, 100], [0, 25, 75, 100]])
            let checks = (0..<64).map { (row: Int) -> [UInt8] in
                (0..<64).map { (column: Int) -> UInt8 in (column + row) % 2 == 0 ? 0 : 200 }
            }
            let quarter = CGAffineTransform(scaleX: 0.25, y: 0.25)
            let small = CIImage(cgImage: try Self.image(checks)).transformed(by: quarter)
            #expect(small.extent.size == CGSize(width: 16, height: 16))
            #expect(try Self.shades(small).joined().allSatisfy { $0 == 100 })
        }

        @Test func slantedCropsAreTransparentOutside() throws {
            let white = [[UInt8]](repeating: [UInt8](repeating: 255, count: 40), count: 40)
            let diamond = CIImage(cgImage: try Self.image(white))
                .cropped(to: CGRect(x: 10, y: 10, width: 20, height: 20))
                .transformed(by: CGAffineTransform(rotationAngle: .pi / 4))
            let shades = try Self.shades(diamond)
            #expect(shades[0][0] == 0)
            #expect(shades[shades.count / 2][shades.count / 2] == 255)
            #expect(abs(shades.joined().count { $0 == 255 } - 400) < 20)
        }

        @Test func contextsDrawIntoMemoryOfTheCaller() throws {
            let (width, height, bytesPerRow) = (4, 3, 20)
            var memory = [UInt8](repeating: 9, count: bytesPerRow * height)
            let rgb: [UInt8] = [10, 20, 30, 40, 50, 60]
            let provider = try #require(CGDataProvider(data: Data(rgb)))
            let image = try #require(
                CGImage(
                    width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 24, bytesPerRow: 6,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: [], provider: provider, decode: nil,
                    shouldInterpolate: false, intent: .defaultIntent))
            let drawn: CGImage? = memory.withUnsafeMutableBytes { bytes in
                guard
                    let context = CGContext(
                        data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8,
                        bytesPerRow: bytesPerRow, space: CGColorSpaceCreateDeviceRGB(),
                        bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
                else { return nil }
                context.clear(CGRect(x: 0, y: 0, width: 4, height: 3))
                // The lower left corner, twice as large.
                context.saveGState()
                context.scaleBy(x: 2, y: 2)
                context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 0.5))
                context.restoreGState()
                // The upper right corner, upside down.
                context.translateBy(x: 4, y: 3)
                context.rotate(by: .pi)
                context.draw(image, in: CGRect(x: 0, y: 0, width: 2, height: 1))
                return context.makeImage()
            }
            let pixels = (0..<3).map { row in (0..<4).map { Array(memory[row * 20 + $0 * 4..<row * 20 + $0 * 4 + 4]) } }
            let (black, left, right): ([UInt8], [UInt8], [UInt8]) = (
                [0, 0, 0, 0], [30, 20, 10, 255], [60, 50, 40, 255]
            )
            #expect(pixels[0] == [black, black, right, left])
            #expect(pixels[1] == [black, black, black, black])
            #expect(pixels[2] == [left, left, right, right])
            #expect(memory[16..<20].allSatisfy { $0 == 9 }, "padding")
            #expect(try #require(drawn).dataProvider?.data?.prefix(12) == Data(memory[0..<12]))
        }

        @Test func pixelBuffersAreRenderedFromAndTo() throws {
            var created: CVPixelBuffer?
            #expect(CVPixelBufferCreate(kCFAllocatorDefault, 3, 2, kCVPixelFormatType_32BGRA, nil, &created) == 0)
            let buffer = try #require(created)
            let image = CIImage(cgImage: try Self.image(Self.stored))
            CIContext().render(image, to: buffer)
            let read = CIImage(cvPixelBuffer: buffer)
            #expect(read.pixelBuffer === buffer)
            #expect(read.oriented(.down).pixelBuffer == nil)
            #expect(try Self.shades(read) == Self.stored)
            #expect(try Self.shades(read.oriented(.left)) == [[3, 6], [2, 5], [1, 4]])
        }

        /// Frames often have nothing in the place of alpha, and would be black once they are scaled.
        @Test(arguments: [UInt8(0), 60, 255]) func colorsDoNotNeedAlpha(fourth: UInt8) throws {
            var created: CVPixelBuffer?
            #expect(CVPixelBufferCreate(kCFAllocatorDefault, 2, 1, kCVPixelFormatType_32BGRA, nil, &created) == 0)
            let buffer = try #require(created)
            let bytes: [UInt8] = [0, 0, 0, fourth, 200, 100, 50, fourth]
            try #require(CVPixelBufferGetBaseAddress(buffer)).copyMemory(from: bytes, byteCount: bytes.count)
            let image = CIImage(cvPixelBuffer: buffer).transformed(by: CGAffineTransform(scaleX: 2, y: 1))
            let data = try #require(CIContext().createCGImage(image, from: image.extent)?.dataProvider?.data)
            // The centers of the new pixels are a quarter of a pixel away from those of the old ones.
            #expect(Array(data) == [0, 0, 0, 255, 13, 25, 50, 255, 38, 75, 150, 255, 50, 100, 200, 255])
        }

        /// Premultiplied pixels keep their alpha.
        @Test func translucentFramesStayTranslucent() throws {
            var created: CVPixelBuffer?
            #expect(CVPixelBufferCreate(kCFAllocatorDefault, 2, 1, kCVPixelFormatType_32BGRA, nil, &created) == 0)
            let buffer = try #require(created)
            let bytes: [UInt8] = [0, 0, 0, 0, 51, 51, 51, 51]
            try #require(CVPixelBufferGetBaseAddress(buffer)).copyMemory(from: bytes, byteCount: bytes.count)
            let image = CIImage(cvPixelBuffer: buffer).transformed(by: CGAffineTransform(scaleX: 2, y: 1))
            let data = try #require(CIContext().createCGImage(image, from: image.extent)?.dataProvider?.data)
            #expect(data.prefix(4) == Data([0, 0, 0, 0]))
            #expect(data.suffix(4) == Data([255, 255, 255, 51]))
        }

        @Test(arguments: [
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [131, 77, 139] as [UInt8]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [133, 71, 142]),
        ])
        func framesOfVideoAreConverted(format: OSType, expected: [UInt8]) throws {
            var created: CVPixelBuffer?
            #expect(CVPixelBufferCreate(kCFAllocatorDefault, 5, 3, format, nil, &created) == 0)
            let buffer = try #require(created)
            CVPixelBufferLockBaseAddress(buffer, [])
            for (plane, value) in [UInt8(100), 150].enumerated() {
                let count =
                    CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
                    * CVPixelBufferGetHeightOfPlane(buffer, plane)
                try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
                    .initializeMemory(as: UInt8.self, repeating: value, count: count)
            }
            CVPixelBufferUnlockBaseAddress(buffer, [])
            let image = CIImage(
                cvPixelBuffer: buffer,
                options: [.properties: [kCGImagePropertyOrientation: 6], .applyOrientationProperty: true])
            #expect(image.extent.size == CGSize(width: 3, height: 5))
            let data = try #require(CIContext().createCGImage(image, from: image.extent)?.dataProvider?.data)
            #expect(stride(from: 0, to: data.count, by: 4).allSatisfy { Array(data[$0..<$0 + 3]) == expected })
        }

        @Test func affineTransformsFollowTheirRules() throws {
            let transform = CGAffineTransform(translationX: 5, y: -2).rotated(by: 0.3).scaledBy(x: 2, y: 3)
            let point = CGPoint(x: 1.5, y: -4)
            let steps = CGPoint(x: 3, y: -12).applying(CGAffineTransform(rotationAngle: 0.3))
            let mapped = point.applying(transform)
            #expect(abs(mapped.x - steps.x - 5) < 1e-12)
            #expect(abs(mapped.y - steps.y + 2) < 1e-12)
            let back = mapped.applying(transform.inverted())
            #expect(abs(back.x - point.x) < 1e-12)
            #expect(abs(back.y - point.y) < 1e-12)
            #expect(transform.concatenating(.identity) == transform)
            #expect(CGAffineTransform.identity.isIdentity)
            #expect(CGAffineTransform().inverted() == CGAffineTransform())
            let flip = CGAffineTransform(scaleX: 1, y: -1).translatedBy(x: 0, y: -1)
            #expect(
                CGRect(x: 0.1, y: 0.25, width: 0.5, height: 0.25).applying(flip)
                    == CGRect(x: 0.1, y: 0.5, width: 0.5, height: 0.25))
            #expect(CGSize(width: 2, height: 1).applying(flip) == CGSize(width: 2, height: -1))
            let stored = try JSONEncoder().encode(flip)
            #expect(try JSONDecoder().decode(CGAffineTransform.self, from: stored) == flip)
        }

        @Test(arguments: UIImage.Orientation.allCases)
        func sizesInPointsFollowTheOrientation(orientation: UIImage.Orientation) throws {
            let pixels = try Self.image(Self.stored)
            let image = UIImage(cgImage: pixels, scale: 2, orientation: orientation)
            let swaps = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
            #expect(image.size == (swaps ? CGSize(width: 1, height: 1.5) : CGSize(width: 1.5, height: 1)))
            #expect(image.cgImage === pixels)
            #expect(image == image)
            #expect(image != UIImage(cgImage: pixels))
            let lazy = UIImage(ciImage: CIImage(cgImage: pixels), scale: 2, orientation: orientation)
            #expect(lazy.size == image.size)
            #expect(lazy.cgImage == nil)
            #expect(CIImage(image: image)?.cgImage === pixels)
            #expect(CIImage(image: UIImage()) == nil)
        }

        @Test(arguments: [UIImage.Orientation.up, .right])
        func imagesAreDrawnUpright(orientation: UIImage.Orientation) throws {
            let image = UIImage(cgImage: try Self.image(Self.stored), scale: 1, orientation: orientation)
            let expected: [[UInt8]] = orientation == .up ? Self.stored : [[4, 1], [5, 2], [6, 3]]
            let format = UIGraphicsImageRendererFormat()
            format.scale = 2
            let drawn = UIGraphicsImageRenderer(size: image.size, format: format).image { context in
                context.cgContext.interpolationQuality = .none
                image.draw(in: CGRect(origin: .zero, size: image.size))
            }
            #expect(drawn.size == image.size)
            #expect(drawn.imageOrientation == .up)
            let doubled = expected.flatMap { row in Array(repeating: row.flatMap { [$0, $0] }, count: 2) }
            #expect(try Self.shades(try #require(drawn.cgImage)) == doubled)

            UIGraphicsBeginImageContext(image.size)
            image.draw(at: CGPoint(x: 0, y: 1))
            let moved = UIGraphicsGetImageFromCurrentImageContext()
            UIGraphicsEndImageContext()
            let empty = [UInt8](repeating: 0, count: expected[0].count)
            #expect(try Self.shades(try #require(moved?.cgImage)) == [empty] + expected.dropLast())
            #expect(UIGraphicsGetCurrentContext() == nil)
        }

        @Test func theDeviceStandsForAnUprightBackCamera() {
            #expect(UIDevice.current.orientation == .landscapeLeft)
            #expect(UIDeviceOrientation.landscapeLeft.isValidInterfaceOrientation)
            #expect(UIDeviceOrientation.faceUp.isFlat)
            #expect(UIInterfaceOrientation.landscapeLeft.rawValue == UIDeviceOrientation.landscapeRight.rawValue)
        }
    }
#endif
