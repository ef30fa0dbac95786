/// Reads single pixels of one pixel format as red, green, blue.
protocol PixelReader {
    var width: Int { get }
    var height: Int { get }
    func pixel(x: Int, y: Int) -> SIMD3<Int32>
}

/// Pixels whose channels lie side by side.
struct PackedReader: PixelReader {
    let width: Int
    let height: Int
    let layout: PackedLayout
    let bytes: UnsafePointer<UInt8>
    let bytesPerRow: Int

    init(plane: PixelBuffer.Plane, width: Int, height: Int, layout: PackedLayout) {
        self.width = width
        self.height = height
        self.layout = layout
        bytes = plane.address.assumingMemoryBound(to: UInt8.self)
        bytesPerRow = plane.bytesPerRow
    }

    @inline(__always)
    func pixel(x: Int, y: Int) -> SIMD3<Int32> {
        let at = bytes + y * bytesPerRow + x * layout.bytesPerPixel
        return SIMD3(Int32(at[layout.red]), Int32(at[layout.green]), Int32(at[layout.blue]))
    }
}

/// Where the colour channels lie inside a packed pixel.
struct PackedLayout: Sendable {
    let bytesPerPixel: Int
    let red: Int
    let green: Int
    let blue: Int
}

/// Luma at full size and chroma at half size, converted pixel by pixel; a chroma sample serves four pixels.
struct ChromaReader: PixelReader {
    let width: Int
    let height: Int
    let luma: UnsafePointer<UInt8>
    let lumaBytesPerRow: Int
    let cb: UnsafePointer<UInt8>
    let cr: UnsafePointer<UInt8>
    let chromaBytesPerRow: Int
    let chromaStep: Int
    let conversion: ColorConversion

    @inline(__always)
    func pixel(x: Int, y: Int) -> SIMD3<Int32> {
        let chroma = (y >> 1) * chromaBytesPerRow + (x >> 1) * chromaStep
        return conversion.rgb(
            y: Int32(luma[y * lumaBytesPerRow + x]), cb: Int32(cb[chroma]), cr: Int32(cr[chroma]))
    }
}

/// YCbCr to RGB after ITU-R BT.601, in 1/65536.
struct ColorConversion: Sendable {
    let lumaOffset: Int32
    let lumaScale: Int32
    let redFromCr: Int32
    let greenFromCb: Int32
    let greenFromCr: Int32
    let blueFromCb: Int32

    /// Luma 16 to 235, chroma 16 to 240.
    static let videoRange = ColorConversion(range: 219, chroma: 224, offset: 16)
    /// Luma and chroma 0 to 255.
    static let fullRange = ColorConversion(range: 255, chroma: 255, offset: 0)

    private init(range: Double, chroma: Double, offset: Int32) {
        let (kr, kb) = (0.299, 0.114)
        let kg = 1 - kr - kb
        let unit = 65536.0 * 255
        func fixed(_ value: Double) -> Int32 { Int32(value.rounded()) }
        lumaOffset = offset
        lumaScale = fixed(unit / range)
        redFromCr = fixed(2 * (1 - kr) * unit / chroma)
        blueFromCb = fixed(2 * (1 - kb) * unit / chroma)
        greenFromCr = fixed(2 * (1 - kr) * kr / kg * unit / chroma)
        greenFromCb = fixed(2 * (1 - kb) * kb / kg * unit / chroma)
    }

    @inline(__always)
    func rgb(y: Int32, cb: Int32, cr: Int32) -> SIMD3<Int32> {
        let luma = (y - lumaOffset) &* lumaScale &+ 32768
        let (u, v) = (cb - 128, cr - 128)
        return SIMD3(
            clamped((luma &+ redFromCr &* v) >> 16),
            clamped((luma &- greenFromCb &* u &- greenFromCr &* v) >> 16),
            clamped((luma &+ blueFromCb &* u) >> 16))
    }

    @inline(__always)
    private func clamped(_ value: Int32) -> Int32 { max(0, min(255, value)) }
}

extension PixelFormat {
    /// The layout of a format with a single plane; nil for the others.
    var packedLayout: PackedLayout? {
        switch self {
        case .gray8: PackedLayout(bytesPerPixel: 1, red: 0, green: 0, blue: 0)
        case .rgb8: PackedLayout(bytesPerPixel: 3, red: 0, green: 1, blue: 2)
        case .rgba8: PackedLayout(bytesPerPixel: 4, red: 0, green: 1, blue: 2)
        case .bgra8: PackedLayout(bytesPerPixel: 4, red: 2, green: 1, blue: 0)
        case .nv12VideoRange, .nv12FullRange, .i420, .i420FullRange: nil
        }
    }
}
