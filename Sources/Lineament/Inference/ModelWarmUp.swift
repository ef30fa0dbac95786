// SPDX-License-Identifier: Apache-2.0
extension MPImage {
    /// Returns a small gray image, on which each task can run its models once: programs that try a model of unknown origin
    /// before they trust it call `runModelsOnce`.
    static func gray() throws -> MPImage {
        let side = 64
        return try MPImage(
            pixelBuffer: PixelBuffer(
                copying: [UInt8](repeating: 128, count: side * side), width: side, height: side, format: .gray8))
    }
}
