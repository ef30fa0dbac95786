extension PixelBuffer {
    /// Returns the image as upright 8-bit RGB; the image itself if it has no chroma planes.
    /// - Throws: Never for a valid buffer.
    public func convertedToRGB() throws -> PixelBuffer {
        guard format.packedLayout == nil else { return self }
        let rgb = try withPlanes { planes in
            let converter = YUVConverter(self, planes)
            return try PixelBuffer(width: converter.width, height: converter.height) {
                converter.convertToRGB(into: $0, threads: min(4, Cores.available))
            }
        }
        return try rgb.upright(from: turn.orientation)
    }
}
