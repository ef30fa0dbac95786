extension PixelBuffer {
    /// Checks the size that a file or stream claims to have, before memory is allocated for it.
    /// - Parameter name: what errors call the file or stream.
    /// - Throws: ``LineamentError`` with code `dataLoss` for an impossible size, `resourceExhausted` beyond a limit.
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
