/// YCbCr in 1/1024 to RGB in whole levels.
struct ColorConversion: Sendable {
    private static let unit: Float = 1024

    /// Luma of black, in whole levels; chroma of gray is 128.
    let black: Int32
    private let lumaScale: Float
    private let redFromCr: Float
    private let greenFromCb: Float
    private let greenFromCr: Float
    private let blueFromCb: Float

    /// - Parameter isFullRange: luma and chroma from 0 to 255; otherwise luma 16 to 235, chroma 16 to 240.
    init(_ matrix: ColorMatrix, isFullRange: Bool) {
        let (kr, kb) = matrix.shares
        let kg = 1 - kr - kb
        let (lumaSpan, chromaSpan) = isFullRange ? (255.0, 255.0) : (219, 224)
        black = isFullRange ? 0 : 16
        let chroma = 255 / chromaSpan / Double(Self.unit)
        lumaScale = Float(255 / lumaSpan) / Self.unit
        redFromCr = Float(2 * (1 - kr) * chroma)
        blueFromCb = Float(2 * (1 - kb) * chroma)
        greenFromCr = Float(2 * (1 - kr) * kr / kg * chroma)
        greenFromCb = Float(2 * (1 - kb) * kb / kg * chroma)
    }

    @inline(__always)
    func rgb(y: Int32, cb: Int32, cr: Int32) -> (red: Float, green: Float, blue: Float) {
        let luma = Float(y &- black &* 1024) * lumaScale
        let (u, v) = (Float(cb &- 128 &* 1024), Float(cr &- 128 &* 1024))
        return (
            level(luma + redFromCr * v), level(luma - greenFromCb * u - greenFromCr * v),
            level(luma + blueFromCb * u)
        )
    }

    /// The nearest whole level. Adding 1.5·2²³ rounds without an instruction beyond SSE2.
    @inline(__always)
    private func level(_ value: Float) -> Float {
        let magic: Float = 12_582_912
        return (max(0, min(255, value)) + magic) - magic
    }
}
