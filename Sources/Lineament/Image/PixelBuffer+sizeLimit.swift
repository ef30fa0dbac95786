extension PixelBuffer {
    /// Checks the size that a file or stream declares before memory is allocated for it.
    /// - Parameters:
    ///   - width: The declared width, in pixels.
    ///   - height: The declared height, in pixels.
    ///   - maxPixels: The maximum number of pixels.
    ///   - name: The name of the file or stream in error messages.
    /// - Throws: ``LineamentError`` with code `dataLoss` if the size is impossible, or `resourceExhausted` if it
    ///   exceeds a limit.
    package static func checkSize(width: Int, height: Int, maxPixels: Int, of name: String) throws {
        guard width > 0, height > 0 else {
            throw LineamentError.damaged(name, "it claims to be \(width)x\(height) pixels")
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= maxPixels, width <= maximumSide, height <= maximumSide else {
            throw LineamentError(
                .resourceExhausted,
                "\(name) is \(width)x\(height) pixels; the limit is \(maxPixels) pixels "
                    + "(maxPixels, --max-pixels) and \(maximumSide) a side.")
        }
    }
}
