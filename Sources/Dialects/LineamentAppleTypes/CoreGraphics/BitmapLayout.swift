// SPDX-License-Identifier: Apache-2.0

/// The places of the components of pixels with 8 bits each, and their meaning.
struct BitmapLayout: Sendable {
    let width: Int
    let height: Int
    let bytesPerPixel: Int
    let bytesPerRow: Int
    let bitmapInfo: CGBitmapInfo
    let space: CGColorSpace
    /// The offsets of red, green and blue in a pixel, which are the same for shades of gray.
    let colors: (red: Int, green: Int, blue: Int)
    /// The offset of the byte for alpha, which may be unused.
    let alpha: Int?
    let alphaInfo: CGImageAlphaInfo

    var isGray: Bool { space.numberOfComponents == 1 }
    var isPremultiplied: Bool { alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast }
    /// Whether the byte for alpha holds it.
    var hasAlpha: Bool { alpha != nil && ![.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo) }
    /// The number of bytes from the first to the last pixel.
    var byteCount: Int { (height - 1) * bytesPerRow + width * bytesPerPixel }
    /// Whether the bytes are red, green, blue and alpha as they are.
    var isRGBA: Bool { !isGray && colors == (0, 1, 2) && alpha == 3 && hasAlpha && !isPremultiplied }

    /// The layout of rows of red, green, blue and alpha without padding.
    static func rgba(width: Int, height: Int, isOpaque: Bool) -> BitmapLayout? {
        BitmapLayout(
            width: width, height: height, bytesPerPixel: 4, bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(isOpaque ? .noneSkipLast : .last))
    }

    /// Creates a layout, or returns `nil` if there is none with these values.
    init?(
        width: Int, height: Int, bytesPerPixel: Int, bytesPerRow: Int, space: CGColorSpace, bitmapInfo: CGBitmapInfo
    ) {
        let sides = 1...(1 << 20)
        guard sides.contains(width), sides.contains(height), (1...4).contains(bytesPerPixel),
            bytesPerRow >= width * bytesPerPixel,
            bytesPerRow <= 1 << 30, bitmapInfo.isDisjoint(with: .floatInfoMask),
            let alphaInfo = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
        else { return nil }
        let count = space.numberOfComponents
        var first = 0
        var alpha: Int?
        switch alphaInfo {
        case .none where bytesPerPixel == count: break
        case .none, .last, .premultipliedLast, .noneSkipLast: alpha = count
        case .first, .premultipliedFirst, .noneSkipFirst:
            first = 1
            alpha = 0
        case .alphaOnly: return nil
        }
        guard bytesPerPixel == (alpha == nil ? count : count + 1) else { return nil }
        let order = CGImageByteOrderInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.byteOrderMask.rawValue)
        let isReversed: Bool
        switch order {
        case .order32Little where bytesPerPixel == 4: isReversed = true
        case .order16Little where bytesPerPixel == 2: isReversed = true
        case .order32Big, .order16Big, .orderDefault: isReversed = false
        default:
            guard bytesPerPixel == 1 else { return nil }
            isReversed = false
        }
        func place(_ index: Int) -> Int { isReversed ? bytesPerPixel - 1 - index : index }
        let step = count == 1 ? 0 : 1
        colors = (place(first), place(first + step), place(first + 2 * step))
        self.alpha = alpha.map(place)
        self.alphaInfo = alphaInfo
        self.width = width
        self.height = height
        self.bytesPerPixel = bytesPerPixel
        self.bytesPerRow = bytesPerRow
        self.bitmapInfo = bitmapInfo
        self.space = space
    }

    /// Returns the layout of another size, without padding.
    func resized(width: Int, height: Int) -> BitmapLayout? {
        BitmapLayout(
            width: width, height: height, bytesPerPixel: bytesPerPixel, bytesPerRow: width * bytesPerPixel,
            space: space, bitmapInfo: bitmapInfo)
    }

    /// Returns whether a color of premultiplied pixels exceeds their alpha, in which case that byte cannot be alpha.
    /// - Parameter source: At least `byteCount` bytes.
    func exceedsAlpha(_ source: UnsafePointer<UInt8>) -> Bool {
        guard isPremultiplied, let alpha else { return false }
        let (red, green, blue) = colors
        return (0..<height).contains { row in
            let start = source + row * bytesPerRow
            return (0..<width).contains { column in
                let pixel = start + column * bytesPerPixel
                return max(pixel[red], pixel[green], pixel[blue]) > pixel[alpha]
            }
        }
    }

    /// The same layout with an unused byte in the place of alpha.
    var withoutAlpha: BitmapLayout? {
        let isFirst = alphaInfo == .premultipliedFirst || alphaInfo == .first
        let unused = isFirst ? CGImageAlphaInfo.noneSkipFirst : .noneSkipLast
        let order = bitmapInfo.rawValue & ~CGBitmapInfo.alphaInfoMask.rawValue
        return BitmapLayout(
            width: width, height: height, bytesPerPixel: bytesPerPixel, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: order | unused.rawValue))
    }

    /// Writes pixels of this layout as red, green, blue and alpha, not premultiplied.
    /// - Parameters:
    ///   - source: At least `byteCount` bytes.
    ///   - tables: A value for each value of red, green and blue; `nil` for the values themselves.
    ///   - target: Memory for `width * height * 4` bytes.
    func copyRGBA(
        from source: UnsafePointer<UInt8>, tables: [[UInt8]]?, to target: UnsafeMutablePointer<UInt8>
    ) {
        let alphaPlace = hasAlpha ? alpha : nil
        for row in 0..<height {
            var from = source + row * bytesPerRow
            var to = target + row * width * 4
            if isRGBA && tables == nil {
                to.update(from: from, count: width * 4)
                continue
            }
            for _ in 0..<width {
                var red = from[colors.red]
                var green = from[colors.green]
                var blue = from[colors.blue]
                let opacity = alphaPlace.map { from[$0] } ?? 255
                if isPremultiplied, opacity < 255 {
                    red = Self.unpremultiplied(red, opacity)
                    green = Self.unpremultiplied(green, opacity)
                    blue = Self.unpremultiplied(blue, opacity)
                }
                if let tables {
                    red = tables[0][Int(red)]
                    green = tables[1][Int(green)]
                    blue = tables[2][Int(blue)]
                }
                to[0] = red
                to[1] = green
                to[2] = blue
                to[3] = opacity
                from += bytesPerPixel
                to += 4
            }
        }
    }

    /// Returns a color without the alpha that it is premultiplied with. That of a pixel without any alpha remains.
    private static func unpremultiplied(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return value }
        let whole = Int(alpha)
        return UInt8(min(255, (Int(value) * 255 + whole / 2) / whole))
    }
}
