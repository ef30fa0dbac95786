// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A bitmap to draw images and paths into. Its frame of coordinates has the origin at the lower left corner.
public final class CGContext {
    private struct State {
        var transform = CGAffineTransform.identity
        var quality = CGInterpolationQuality.default
        var pen = Pen()
    }

    /// How paths are drawn.
    struct Pen {
        var fill = CGColor.black
        var stroke = CGColor.black
        var width: CGFloat = 1
    }

    let layout: BitmapLayout
    let memory: UnsafeMutableRawPointer
    private let owned: OwnedBytes?
    private var state = State()
    private var saved: [State] = []
    /// The path that is drawn next, in the bitmap's coordinates, from its lower left corner.
    var path = CGMutablePath()
    var pen: Pen {
        get { state.pen }
        set { state.pen = newValue }
    }

    /// Creates a context over a bitmap with 8 bits per component: gray without alpha, or red, green and blue with
    /// premultiplied or unused alpha before or behind them, in either byte order. Returns `nil` for other layouts, or
    /// if there is not enough memory.
    /// - Parameters:
    ///   - data: Memory for `height * bytesPerRow` bytes that outlives the context; `nil` for memory of its own, which is
    ///     zero.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - bitsPerComponent: The size of a component, which must be 8.
    ///   - bytesPerRow: The distance between the starts of consecutive rows; 0 for rows without padding.
    ///   - space: The color space.
    ///   - bitmapInfo: The raw value of a `CGImageAlphaInfo`, combined with that of a byte order.
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        let info = CGBitmapInfo(rawValue: bitmapInfo)
        let bytesPerPixel = space.numberOfComponents == 1 ? 1 : 4
        let places: [CGImageAlphaInfo] =
            bytesPerPixel == 1 ? [.none] : [.premultipliedLast, .premultipliedFirst, .noneSkipLast, .noneSkipFirst]
        guard bitsPerComponent == 8, places.contains(info.alphaInfo), width > 0, width <= 1 << 20,
            let layout = BitmapLayout(
                width: width, height: height, bytesPerPixel: bytesPerPixel,
                bytesPerRow: bytesPerRow == 0 ? width * bytesPerPixel : bytesPerRow, space: space, bitmapInfo: info)
        else { return nil }
        self.layout = layout
        owned = data == nil ? OwnedBytes(count: height * layout.bytesPerRow) : nil
        guard let memory = data ?? owned?.address else { return nil }
        self.memory = memory
    }

    /// The bytes of the bitmap, row by row from the top; valid as long as the context.
    public var data: UnsafeMutableRawPointer? { memory }
    /// The width in pixels.
    public var width: Int { layout.width }
    /// The height in pixels.
    public var height: Int { layout.height }
    /// The number of bits of a component, which is 8.
    public var bitsPerComponent: Int { 8 }
    /// The number of bits of a pixel.
    public var bitsPerPixel: Int { layout.bytesPerPixel * 8 }
    /// The distance between the starts of consecutive rows, in bytes.
    public var bytesPerRow: Int { layout.bytesPerRow }
    /// The color space.
    public var colorSpace: CGColorSpace? { layout.space }
    /// Where the components of a pixel are.
    public var bitmapInfo: CGBitmapInfo { layout.bitmapInfo }
    /// Where the alpha of a pixel is.
    public var alphaInfo: CGImageAlphaInfo { layout.alphaInfo }

    /// How pixels are computed when an image is scaled.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.quality }
        set { state.quality = newValue }
    }

    /// The transform from coordinates of what is drawn to those of the bitmap.
    public var ctm: CGAffineTransform { state.transform }

    /// Moves the origin of what is drawn next.
    public func translateBy(x: CGFloat, y: CGFloat) { state.transform = state.transform.translatedBy(x: x, y: y) }

    /// Scales what is drawn next.
    public func scaleBy(x: CGFloat, y: CGFloat) { state.transform = state.transform.scaledBy(x: x, y: y) }

    /// Rotates what is drawn next by `angle` radians counterclockwise around the origin.
    public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }

    /// Applies a transform to what is drawn next, before those that are in effect.
    public func concatenate(_ transform: CGAffineTransform) {
        state.transform = transform.concatenating(state.transform)
    }

    /// Saves the transform, the interpolation quality, the colors and the width of lines.
    public func saveGState() { saved.append(state) }

    /// Restores what the last unmatched call of ``saveGState()`` saved.
    public func restoreGState() { state = saved.popLast() ?? state }

    /// Returns an image with a copy of the bitmap.
    public func makeImage() -> CGImage? {
        let pixels = BitmapPixels(Data(bytes: memory, count: layout.byteCount), layout: layout)
        return CGImage(pixels, provider: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
