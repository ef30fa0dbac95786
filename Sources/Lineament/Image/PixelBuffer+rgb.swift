extension PixelBuffer {
    /// Returns an upright part of the image as RGB, resampled bilinearly.
    ///
    /// The part is sampled in bands, so that little memory is needed besides the result.
    /// - Parameters:
    ///   - origin: The position that the first pixel of the result samples, in pixels.
    ///   - step: The distance between samples, in pixels.
    ///   - width: The width of the result.
    ///   - height: The height of the result.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the part has no area.
    func resampled(from origin: SIMD2<Float>, step: Float, width: Int, height: Int) throws -> PixelBuffer {
        let rowsOfBand = 64
        let values = UnsafeMutableBufferPointer<Float>.allocate(capacity: width * min(rowsOfBand, height) * 3)
        defer { values.deallocate() }
        return try PixelBuffer(width: width, height: height) { target in
            for first in stride(from: 0, to: height, by: rowsOfBand) {
                let rows = min(rowsOfBand, height - first)
                let size = SIMD2(Float(width), Float(rows)) * step
                let region = PixelRegion(
                    xCenter: origin.x + size.x / 2, yCenter: origin.y + Float(first) * step + size.y / 2, width: size.x,
                    height: size.y, rotation: 0)
                let band = InputTensorSpecification(width: width, height: rows, range: 0...255)
                guard let sampler = PerspectiveSampler(region: region, output: band, border: .replicate) else {
                    throw LineamentError(.invalidArgument, "The part of the image has no area.")
                }
                sample(sampler, into: values)
                for index in 0..<width * rows * 3 {
                    target[first * width * 3 + index] = UInt8(max(0, min(255, values[index] + 0.5)))
                }
            }
        }
    }
}
