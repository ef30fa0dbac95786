// SPDX-License-Identifier: Apache-2.0
extension PixelBuffer {
    /// Fills `tensor` from luma and half-resolution chroma: converts the pixels that the region needs, then samples
    /// them.
    func samplePlanes(
        _ planes: [Plane], _ sampler: PerspectiveSampler, into tensor: UnsafeMutableBufferPointer<Float>, threads: Int
    ) {
        let converter = YUVConverter(self, planes)
        let stored = sampler.stored(turn, width: converter.width, height: converter.height)
        let part = stored.pixels(width: converter.width, height: converter.height)
        let isDense = part.columns.count * part.rows.count <= stored.output.width * stored.output.height * Self.densest
        if isDense, stored.isInFront {
            converter.withPart(part.columns, part.rows) {
                $0.fill(tensor, by: stored, threads: threads)
            }
        } else {
            converter.withReads(of: stored) { $0.sample(stored, into: tensor) }
        }
    }

    /// The number of source pixels per tensor pixel above which only the rows and columns that are actually read are
    /// converted.
    private static var densest: Int { 16 }
}

extension YUVConverter {
    /// Calls `body` with a reader of the image in which only the pixels of the given part are valid.
    fileprivate func withPart(_ columns: Range<Int>, _ rows: Range<Int>, _ body: (PackedReader) -> Void) {
        // The vector implementation reads two pixels at a time, so it may read beyond the last one.
        let slack = 2
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: columns.count * rows.count + slack) { pixels in
            guard let start = pixels.baseAddress else { return }
            convert(columns: Array(columns), rows: Array(rows), into: start)
            let bytesPerRow = columns.count * 4
            let origin = UInt(bitPattern: start) &- UInt(rows.lowerBound * bytesPerRow + columns.lowerBound * 4)
            guard let address = UnsafeRawPointer(bitPattern: origin) else { return }
            body(
                PackedReader(
                    plane: PixelBuffer.Plane(address: address, bytesPerRow: bytesPerRow), width: width, height: height,
                    layout: PackedLayout(bytesPerPixel: 4, red: 0, green: 1, blue: 2)))
        }
    }

    /// Calls `body` with a reader that contains only the columns and rows that `sampler` reads.
    fileprivate func withReads(of sampler: PerspectiveSampler, _ body: (PickedReader) -> Void) {
        let (columns, rows) = sampler.reads(width: width, height: height)
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: columns.count * rows.count) { pixels in
            guard let start = pixels.baseAddress else { return }
            convert(columns: columns, rows: rows, into: start)
            body(
                PickedReader(
                    width: width, height: height, pixels: start, rowLength: columns.count,
                    column: places(columns, among: width), row: places(rows, among: height)))
        }
    }

    /// Returns, for each of `count` indices, its position in the sorted list `picked`.
    private func places(_ picked: [Int], among count: Int) -> [Int32] {
        var places = [Int32](repeating: 0, count: count)
        for (place, index) in picked.enumerated() { places[index] = Int32(place) }
        return places
    }
}

/// Reads pixels of an image of which only some columns and rows have been converted.
private struct PickedReader: PixelReader {
    let width: Int
    let height: Int
    let pixels: UnsafePointer<UInt32>
    let rowLength: Int
    let column: [Int32]
    let row: [Int32]

    @inline(__always)
    func pixel(x: Int, y: Int) -> SIMD3<Int32> {
        let value = pixels[Int(row[y]) * rowLength + Int(column[x])]
        return SIMD3(Int32(value & 255), Int32(value >> 8 & 255), Int32(value >> 16 & 255))
    }
}
