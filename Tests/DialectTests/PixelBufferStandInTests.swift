#if STAND_INS
    import Foundation
    import Lineament
    import LineamentAppleTypes
    import Testing

    /// Lineament's pixels as the pixels of Apple's image types.
    @Suite(.timeLimit(.minutes(10))) struct PixelBufferStandInTests {
        @Test(arguments: [
            (PixelFormat.gray8, [UInt8]([7, 8])), (.rgb8, [7, 7, 7, 8, 8, 8]), (.rgba8, [7, 7, 7, 0, 8, 8, 8, 0]),
            (.bgra8, [7, 7, 7, 0, 8, 8, 8, 0]),
        ]) func anImageHasThePixelsOfEveryPackedFormat(format: PixelFormat, bytes: [UInt8]) throws {
            let image = CGImage(pixelBuffer: try PixelBuffer(copying: bytes, width: 2, height: 1, format: format))
            #expect(image.dataProvider?.data == Data([7, 7, 7, 255, 8, 8, 8, 255]))
        }

        @Test func bytesOfBlueComeFirstInOneFormat() throws {
            let image = CGImage(
                pixelBuffer: try PixelBuffer(copying: [1, 2, 3, 4], width: 1, height: 1, format: .bgra8))
            #expect(image.dataProvider?.data == Data([3, 2, 1, 255]))
        }

        @Test func pixelsThatAreDecodedOnDemandBecomeABuffer() throws {
            let whole = try PixelBuffer(copying: [1, 2, 3, 4], width: 2, height: 2, format: .gray8)
            let coarse = try PixelBuffer(copying: [2], width: 1, height: 1, format: .gray8)
            let source = ScaledImageSource(coarse: coarse, reduction: 2) { _ in whole }
            let buffer = try PixelBuffer(source, width: 2, height: 2).coreVideoBuffer()
            #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_OneComponent8)
            let address = try #require(CVPixelBufferGetBaseAddress(buffer))
            #expect(address.load(fromByteOffset: 1, as: UInt8.self) == 2 && CVPixelBufferGetWidth(buffer) == 2)
        }
    }
#endif
