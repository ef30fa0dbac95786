/// YCbCr to RGB in 1/65536.
struct ColorConversion: Sendable {
    private let lumaOffset: Int32
    private let lumaScale: Int32
    private let redFromCr: Int32
    private let greenFromCb: Int32
    private let greenFromCr: Int32
    private let blueFromCb: Int32

    /// - Parameter isFullRange: luma and chroma from 0 to 255; otherwise luma 16 to 235, chroma 16 to 240.
    init(_ matrix: ColorMatrix, isFullRange: Bool) {
        let (kr, kb) = matrix.shares
        let kg = 1 - kr - kb
        let (lumaSpan, chromaSpan) = isFullRange ? (255.0, 255.0) : (219, 224)
        let unit = 65536.0 * 255
        func fixed(_ value: Double) -> Int32 { Int32(value.rounded()) }
        lumaOffset = isFullRange ? 0 : 16
        lumaScale = fixed(unit / lumaSpan)
        redFromCr = fixed(2 * (1 - kr) * unit / chromaSpan)
        blueFromCb = fixed(2 * (1 - kb) * unit / chromaSpan)
        greenFromCr = fixed(2 * (1 - kr) * kr / kg * unit / chromaSpan)
        greenFromCb = fixed(2 * (1 - kb) * kb / kg * unit / chromaSpan)
    }

    /// Luma of black; chroma of gray is 128.
    var black: Int32 { lumaOffset }

    @inline(__always)
    func rgb(y: Int32, cb: Int32, cr: Int32) -> (red: Int32, green: Int32, blue: Int32) {
        let luma = (y &- lumaOffset) &* lumaScale &+ 32768
        let (u, v) = (cb &- 128, cr &- 128)
        return (
            clamped((luma &+ redFromCr &* v) >> 16),
            clamped((luma &- greenFromCb &* u &- greenFromCr &* v) >> 16),
            clamped((luma &+ blueFromCb &* u) >> 16)
        )
    }

    @inline(__always)
    private func clamped(_ value: Int32) -> Int32 { max(0, min(255, value)) }
}
