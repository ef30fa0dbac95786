// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Reads pixels through an affine transform: exactly where pixels fall onto pixels, otherwise by interpolation between
/// the four nearest ones, of an image that is halved first as often as it is scaled down by two or more.
struct PixelSampler {
    /// The pixels as red, green, blue and alpha, not premultiplied.
    private var pixels: [SIMD4<UInt8>]
    private var width: Int
    private var height: Int
    /// Maps coordinates of the target to those of the source. Both have their origin at the upper left, and the centers
    /// of pixels are at halves.
    private let map: CGAffineTransform
    /// The part of the source that is read, in its coordinates.
    private let bounds: CGRect
    private let isOpaque: Bool
    private let interpolates: Bool
    /// The sides of the halved image relative to the source.
    private var shrinkage = SIMD2<Double>(1, 1)

    init(_ source: any PixelSource, map: CGAffineTransform, bounds: CGRect? = nil, interpolates: Bool = true) throws {
        width = source.width
        height = source.height
        let count = width * height
        pixels = try [SIMD4<UInt8>](unsafeUninitializedCapacity: count) { memory, used in
            memory.initialize(repeating: SIMD4(0, 0, 0, 0))
            try memory.withMemoryRebound(to: UInt8.self) { try source.copyRGBA(to: $0) }
            used = count
        }
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        self.map = map
        self.bounds = bounds.map { $0.overlap(with: whole) } ?? whole
        isOpaque = source.isOpaque || pixels.allSatisfy { $0.w == 255 }
        self.interpolates = interpolates && !map.movesPixelsOntoPixels
        guard self.interpolates else { return }
        let steps = SIMD2(Double(max(abs(map.a), abs(map.c))), Double(max(abs(map.b), abs(map.d))))
        while steps.x * shrinkage.x >= 2, width > 1 { halve(across: true) }
        while steps.y * shrinkage.y >= 2, height > 1 { halve(across: false) }
    }

    /// Calls `body` with the column, row and value of each pixel of the target in these ranges that the source covers.
    @inline(__always)
    func forEachPixel(columns: Range<Int>, rows: Range<Int>, _ body: (Int, Int, SIMD4<UInt8>) -> Void) {
        let left = Double(bounds.minX)
        let right = Double(bounds.maxX)
        let top = Double(bounds.minY)
        let bottom = Double(bounds.maxY)
        let stepX = Double(map.a)
        let stepY = Double(map.b)
        guard left < right, top < bottom else { return }
        pixels.withUnsafeBufferPointer { pixels in
            for row in rows {
                let y = Double(row) + 0.5
                let startX = Double(map.c) * y + Double(map.tx)
                let startY = Double(map.d) * y + Double(map.ty)
                for column in columns {
                    let x = Double(column) + 0.5
                    let u = stepX * x + startX
                    let v = stepY * x + startY
                    guard u >= left, u < right, v >= top, v < bottom else { continue }
                    if interpolates {
                        body(column, row, interpolated(pixels, u * shrinkage.x - 0.5, v * shrinkage.y - 0.5))
                    } else {
                        body(column, row, pixels[Int(v) * width + Int(u)])
                    }
                }
            }
        }
    }

    @inline(__always)
    private func interpolated(_ pixels: UnsafeBufferPointer<SIMD4<UInt8>>, _ x: Double, _ y: Double) -> SIMD4<UInt8> {
        let floorX = x.rounded(.down)
        let floorY = y.rounded(.down)
        let column = Int(floorX)
        let row = Int(floorY)
        let x0 = min(max(column, 0), width - 1)
        let x1 = min(max(column + 1, 0), width - 1)
        let y0 = min(max(row, 0), height - 1) * width
        let y1 = min(max(row + 1, 0), height - 1) * width
        if isOpaque {
            return Self.mean(
                pixels[y0 + x0], pixels[y0 + x1], pixels[y1 + x0], pixels[y1 + x1], UInt64((x - floorX) * 256 + 0.5),
                UInt64((y - floorY) * 256 + 0.5))
        }
        let partX = Float(x - floorX)
        let partY = Float(y - floorY)
        let top = mean(pixels[y0 + x0], pixels[y0 + x1], partX)
        let bottom = mean(pixels[y1 + x0], pixels[y1 + x1], partX)
        return rounded(top + (bottom - top) * partY)
    }

    /// Returns the value between four opaque pixels. `partX` and `partY` are 256ths.
    @inline(__always)
    private static func mean(
        _ topLeft: SIMD4<UInt8>, _ topRight: SIMD4<UInt8>, _ bottomLeft: SIMD4<UInt8>, _ bottomRight: SIMD4<UInt8>,
        _ partX: UInt64, _ partY: UInt64
    ) -> SIMD4<UInt8> {
        // Two components at once, each in 32 bits.
        var even: UInt64 = 0x8000_0000_8000
        var odd: UInt64 = 0x8000_0000_8000
        func add(_ pixel: SIMD4<UInt8>, _ weight: UInt64) {
            let bits = UInt64(unsafeBitCast(pixel, to: UInt32.self))
            even &+= (bits & 0xff | (bits & 0xff_0000) << 16) &* weight
            odd &+= (bits >> 8 & 0xff | (bits & 0xff00_0000) << 8) &* weight
        }
        add(topLeft, (256 &- partX) &* (256 &- partY))
        add(topRight, partX &* (256 &- partY))
        add(bottomLeft, (256 &- partX) &* partY)
        add(bottomRight, partX &* partY)
        let low = even >> 16 & 0xff | odd >> 8 & 0xff00
        let high = even >> 32 & 0xff_0000 | odd >> 24 & 0xff00_0000
        return unsafeBitCast(UInt32(truncatingIfNeeded: low | high), to: SIMD4<UInt8>.self)
    }

    /// Returns the mean of two opaque pixels.
    @inline(__always)
    private static func mean(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> SIMD4<UInt8> {
        let first = unsafeBitCast(first, to: UInt32.self)
        let second = unsafeBitCast(second, to: UInt32.self)
        return unsafeBitCast((first | second) &- (((first ^ second) & 0xfefe_fefe) >> 1), to: SIMD4<UInt8>.self)
    }

    /// Returns the value between two pixels, its color premultiplied with alpha.
    @inline(__always)
    private func mean(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, _ part: Float) -> SIMD4<Float> {
        let first = premultiplied(first)
        let second = premultiplied(second)
        return first + (second - first) * part
    }

    @inline(__always)
    private func premultiplied(_ pixel: SIMD4<UInt8>) -> SIMD4<Float> {
        var value = SIMD4(Float(pixel.x), Float(pixel.y), Float(pixel.z), Float(pixel.w))
        if !isOpaque, pixel.w < 255 { value *= SIMD4(SIMD3(repeating: value.w / 255), 1) }
        return value
    }

    /// Returns the pixel of a premultiplied value.
    @inline(__always)
    private func rounded(_ value: SIMD4<Float>) -> SIMD4<UInt8> {
        var value = value
        if !isOpaque, value.w < 255 {
            guard value.w > 0 else { return SIMD4(0, 0, 0, 0) }
            value *= SIMD4(SIMD3(repeating: 255 / value.w), 1)
        }
        func byte(_ value: Float) -> UInt8 { UInt8(min(max(value + 0.5, 0), 255)) }
        return SIMD4(byte(value.x), byte(value.y), byte(value.z), byte(value.w))
    }

    /// Replaces pairs of neighbors by their means. A last pixel without a partner remains.
    private mutating func halve(across: Bool) {
        let (newWidth, newHeight) = across ? ((width + 1) / 2, height) : (width, (height + 1) / 2)
        let width = width
        let height = height
        let toNeighbor = across ? 1 : width
        let halved = [SIMD4<UInt8>](unsafeUninitializedCapacity: newWidth * newHeight) { halved, used in
            pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<newHeight {
                    for column in 0..<newWidth {
                        let first = across ? row * width + column * 2 : row * 2 * width + column
                        let isLast = across ? column * 2 + 1 == width : row * 2 + 1 == height
                        let second = isLast ? first : first + toNeighbor
                        let value =
                            isOpaque
                            ? Self.mean(pixels[first], pixels[second])
                            : rounded(mean(pixels[first], pixels[second], 0.5))
                        halved.initializeElement(at: row * newWidth + column, to: value)
                    }
                }
            }
            used = newWidth * newHeight
        }
        pixels = halved
        self.width = newWidth
        self.height = newHeight
        if across { shrinkage.x /= 2 } else { shrinkage.y /= 2 }
    }
}

extension CGAffineTransform {
    /// Whether centers of pixels fall onto centers of pixels, apart from rounding errors.
    fileprivate var movesPixelsOntoPixels: Bool {
        func isWhole(_ value: CGFloat) -> Bool { abs(value - value.rounded()) < 1e-6 }
        let isTurn = [a, b, c, d].allSatisfy { isWhole($0) && abs($0) < 1.5 } && keepsRectangles
        let center = CGPoint(x: 0.5, y: 0.5).applying(self)
        return isTurn && isWhole(center.x - 0.5) && isWhole(center.y - 0.5)
    }
}
