// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    import Foundation
    import Lineament
    import LineamentAppleTypes
    import TestSupport
    import Testing

    /// Lineament's pixels as the pixels of Apple's image types.
    @Suite struct PixelBufferStandInTests {
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
            #expect(address.load(fromByteOffset: 1, as: UInt8.self) == 2)
            #expect(CVPixelBufferGetWidth(buffer) == 2)
        }

        private static let labels: [(CFString, ColorMatrix)] = [
            (kCVImageBufferYCbCrMatrix_ITU_R_601_4, .bt601), (kCVImageBufferYCbCrMatrix_ITU_R_709_2, .bt709),
            (kCVImageBufferYCbCrMatrix_ITU_R_2020, .bt2020), ("SMPTE_240M_1995", .bt601),
        ]

        @Test(arguments: labels) func aBufferHasTheColorsOfItsLabel(label: CFString, matrix: ColorMatrix) throws {
            var created: CVPixelBuffer?
            CVPixelBufferCreate(nil, 2, 2, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &created)
            let buffer = try #require(created)
            let bytes: [[UInt8]] = [[90, 90, 90, 90], [70, 200]]
            for (plane, row) in bytes.enumerated() {
                let address = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
                let length = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
                for (index, level) in row.enumerated() {
                    (address + index / 2 * length + index % 2).storeBytes(of: level, as: UInt8.self)
                }
            }
            #expect(try PixelBuffer(buffer).colorMatrix == .bt601)
            CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, label, .shouldPropagate)
            let expected = try PixelBuffer(
                copying: bytes.joined(), width: 2, height: 2, format: .nv12FullRange, colorMatrix: matrix)
            let found = try PixelBuffer(buffer)
            #expect(found.colorMatrix == matrix)
            #expect(try found.convertedToRGB().rgbBytes == expected.convertedToRGB().rgbBytes)
        }

        @Test(arguments: ColorMatrix.allCases) func aMatrixIsKeptBothWays(matrix: ColorMatrix) throws {
            let frame = try PixelBuffer(
                copying: [90, 90, 90, 90, 70, 200], width: 2, height: 2, format: .i420, colorMatrix: matrix)
            let buffer = try frame.coreVideoBuffer()
            #expect(try PixelBuffer(buffer).colorMatrix == matrix)
            // A program may know better.
            CVBufferSetAttachment(
                buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_709_2, .shouldPropagate)
            #expect(try PixelBuffer(buffer).colorMatrix == .bt709)
            let gray = try PixelBuffer(copying: [7], width: 1, height: 1, format: .gray8).coreVideoBuffer()
            #expect(CVBufferCopyAttachment(gray, kCVImageBufferYCbCrMatrixKey, nil) == nil)
        }
    }
#endif
