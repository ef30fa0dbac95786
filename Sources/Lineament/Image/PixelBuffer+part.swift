// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// Returns a part of the image, which keeps the memory of all of it.
    /// - Parameters:
    ///   - columns: The columns, inside the image. In formats with chroma planes, the first one is even.
    ///   - rows: The rows, likewise.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory to rotate the image.
    package func part(columns: Range<Int>, rows: Range<Int>) throws -> PixelBuffer {
        let image = try whole().storedUpright()
        let planes = image.withStoredPlanes { planes in
            planes.enumerated().map { index, plane in
                let start = format.rows(plane: index, height: rows.lowerBound) * plane.bytesPerRow
                let offset = format.minimumBytesPerRow(plane: index, width: columns.lowerBound)
                return Plane(address: plane.address + start + offset, bytesPerRow: plane.bytesPerRow)
            }
        }
        return try PixelBuffer(
            unowned: planes, width: columns.count, height: rows.count, format: format, colorMatrix: colorMatrix
        ) { withExtendedLifetime(image) {} }
    }
}
