// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension CVBuffer {
    /// Returns the pixels: the object that keeps them if there is one, otherwise a copy.
    /// - Throws: An error if the format is not supported.
    func pixels() throws -> any PixelSource {
        let width = CVPixelBufferGetWidth(self)
        let height = CVPixelBufferGetHeight(self)
        if let source = owner as? any PixelSource, source.width == width, source.height == height { return source }
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        if let layout = bitmapLayout {
            guard let address = CVPixelBufferGetBaseAddress(self) else { throw unreadable }
            // Cameras and decoders leave the fourth byte at zero or whatever it was.
            let isOpaque = layout.exceedsAlpha(address.assumingMemoryBound(to: UInt8.self))
            return BitmapPixels(
                Data(bytes: address, count: layout.byteCount), layout: (isOpaque ? layout.withoutAlpha : nil) ?? layout)
        }
        switch CVPixelBufferGetPixelFormatType(self) {
        case kCVPixelFormatType_24RGB: return try copied { ($0[0], $0[1], $0[2]) }
        case kCVPixelFormatType_24BGR: return try copied { ($0[2], $0[1], $0[0]) }
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8Planar:
            return try converted(isFullRange: false)
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            return try converted(isFullRange: true)
        default: throw unreadable
        }
    }

    /// The layout of gray pixels and of those with alpha, which Core Image takes for premultiplied; `nil` for others.
    var bitmapLayout: BitmapLayout? {
        let little = CGBitmapInfo.byteOrder32Little.rawValue
        let info: UInt32
        switch CVPixelBufferGetPixelFormatType(self) {
        case kCVPixelFormatType_32BGRA: info = CGImageAlphaInfo.premultipliedFirst.rawValue | little
        case kCVPixelFormatType_32ABGR: info = CGImageAlphaInfo.premultipliedLast.rawValue | little
        case kCVPixelFormatType_32ARGB: info = CGImageAlphaInfo.premultipliedFirst.rawValue
        case kCVPixelFormatType_32RGBA: info = CGImageAlphaInfo.premultipliedLast.rawValue
        case kCVPixelFormatType_OneComponent8: info = CGImageAlphaInfo.none.rawValue
        default: return nil
        }
        let isGray = info == CGImageAlphaInfo.none.rawValue
        return BitmapLayout(
            width: CVPixelBufferGetWidth(self), height: CVPixelBufferGetHeight(self), bytesPerPixel: isGray ? 1 : 4,
            bytesPerRow: CVPixelBufferGetBytesPerRow(self),
            space: isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: info))
    }

    private var unreadable: PixelError {
        let format = String(CVPixelBufferGetPixelFormatType(self), radix: 16)
        return PixelError("CIImage cannot read pixel buffers of format 0x\(format). Use kCVPixelFormatType_32BGRA.")
    }

    /// Returns pixels of three bytes each.
    private func copied(_ color: (UnsafePointer<UInt8>) -> (UInt8, UInt8, UInt8)) throws -> BitmapPixels {
        guard let address = CVPixelBufferGetBaseAddress(self) else { throw unreadable }
        let start = UnsafePointer(address.assumingMemoryBound(to: UInt8.self))
        let width = CVPixelBufferGetWidth(self)
        let bytesPerRow = CVPixelBufferGetBytesPerRow(self)
        return try BitmapPixels(width: width, height: CVPixelBufferGetHeight(self), isOpaque: true) { target in
            for index in 0..<target.count / 4 {
                let (row, column) = index.quotientAndRemainder(dividingBy: width)
                let (red, green, blue) = color(start + row * bytesPerRow + column * 3)
                target[index * 4] = red
                target[index * 4 + 1] = green
                target[index * 4 + 2] = blue
                target[index * 4 + 3] = 255
            }
        }
    }

    /// Returns the colors of luma and of chroma with half the resolution, which is interleaved or in two planes.
    private func converted(isFullRange: Bool) throws -> BitmapPixels {
        let planes = (0..<CVPixelBufferGetPlaneCount(self)).compactMap { plane in
            CVPixelBufferGetBaseAddressOfPlane(self, plane).map {
                (UnsafePointer($0.assumingMemoryBound(to: UInt8.self)), CVPixelBufferGetBytesPerRowOfPlane(self, plane))
            }
        }
        guard planes.count == 2 || planes.count == 3 else { throw unreadable }
        let (luma, lumaLength) = planes[0]
        let (blueDifference, blueLength) = planes[1]
        let (redDifference, redLength) = planes.count == 3 ? planes[2] : (blueDifference + 1, blueLength)
        let step = planes.count == 3 ? 1 : 2
        let colors = YCbCrConversion(isFullRange: isFullRange, weights: lumaWeights)
        let width = CVPixelBufferGetWidth(self)
        return try BitmapPixels(width: width, height: CVPixelBufferGetHeight(self), isOpaque: true) { bytes in
            bytes.withMemoryRebound(to: SIMD4<UInt8>.self) { target in
                for row in 0..<target.count / width {
                    let blues = blueDifference + row / 2 * blueLength
                    let reds = redDifference + row / 2 * redLength
                    for column in 0..<width {
                        target[row * width + column] = colors.color(
                            luma[row * lumaLength + column], blues[column / 2 * step], reds[column / 2 * step])
                    }
                }
            }
        }
    }

    /// The weights of red and blue in luma: those that are attached to the buffer, otherwise those of ITU-R BT.601.
    private var lumaWeights: (red: Float, blue: Float) {
        switch CVBufferCopyAttachment(self, kCVImageBufferYCbCrMatrixKey, nil) as? String {
        case kCVImageBufferYCbCrMatrix_ITU_R_709_2: (0.2126, 0.0722)
        case kCVImageBufferYCbCrMatrix_ITU_R_2020: (0.2627, 0.0593)
        default: (0.299, 0.114)
        }
    }
}

/// The conversion of luma and chroma to red, green and blue.
private struct YCbCrConversion {
    private let offset: Float
    private let luma: Float
    private let red: Float
    private let blue: Float
    private let green: (blue: Float, red: Float)

    init(isFullRange: Bool, weights: (red: Float, blue: Float)) {
        let greenWeight = 1 - weights.red - weights.blue
        let chroma: Float = isFullRange ? 1 : 255 / 224
        offset = isFullRange ? 0 : 16
        luma = isFullRange ? 1 : 255 / 219
        red = 2 * (1 - weights.red) * chroma
        blue = 2 * (1 - weights.blue) * chroma
        green = (-blue * weights.blue / greenWeight, -red * weights.red / greenWeight)
    }

    @inline(__always)
    func color(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> SIMD4<UInt8> {
        let level = (Float(y) - offset) * luma
        let cb = Float(cb) - 128
        let cr = Float(cr) - 128
        let color = SIMD4<Float>(level + red * cr, level + green.blue * cb + green.red * cr, level + blue * cb, 255)
        let limited = (color + 0.5).clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
        return SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(limited))
    }
}
