// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// Where the samples of a plane lie on an image.
struct SampleGrid {
    let columns: Int
    let rows: Int
    /// The pixels for each column, and for each row.
    private let scale: (x: Double, y: Double)
    /// The pixels beside it that a sample is mixed with.
    private let margin: Int

    /// - Parameters:
    ///   - size: The size of the plane that is looked at, in samples.
    ///   - chromaShift: By how many bits it is smaller than the first plane.
    ///   - scaling: The size of the image divided by that of the first plane.
    init(_ size: (width: Int, height: Int), chromaShift: PlaneFormat.Shift, scaling: (x: Double, y: Double)) {
        (columns, rows) = size
        scale = (scaling.x * Double(1 << chromaShift.x), scaling.y * Double(1 << chromaShift.y))
        margin = scaling == (1, 1) ? 0 : 3
    }

    /// Whether each sample is a pixel.
    var isWhole: Bool { margin == 0 && scale == (1, 1) }

    func pixels(ofColumn column: Int, width: Int) -> Range<Int> { pixels(column, scale.x, width) }

    func pixels(ofRow row: Int, height: Int) -> Range<Int> { pixels(row, scale.y, height) }

    private func pixels(_ index: Int, _ scale: Double, _ length: Int) -> Range<Int> {
        let lower = min(length, max(0, Int((Double(index) * scale).rounded(.down)) - margin))
        let upper = min(length, Int((Double(index + 1) * scale).rounded(.up)) + margin)
        return lower..<max(lower, upper)
    }
}

extension ChangedPixels {
    /// Calls `body` with each run of samples, of a plane of the image, that a pixel that differs lies in.
    /// - Parameters:
    ///   - grid: Where the samples of the plane lie.
    ///   - body: Takes the row and the columns.
    func forEachRun(of grid: SampleGrid, _ body: (Int, Range<Int>) -> Void) {
        let spans = (0..<grid.columns).map { grid.pixels(ofColumn: $0, width: width) }
        var merged = [UInt8](repeating: 0, count: width)
        var samples = [UInt8](repeating: 0, count: grid.columns)
        for row in 0..<grid.rows {
            let lines = grid.pixels(ofRow: row, height: height).clamped(to: rows)
            guard !lines.isEmpty else { continue }
            merge(lines, into: &merged)
            if !grid.isWhole { Self.merge(merged, spans, into: &samples) }
            Self.forEachRun(of: grid.isWhole ? merged[..<grid.columns] : samples[...]) { body(row, $0) }
        }
    }

    /// Calls `body` with each run of bytes that are not 0.
    private static func forEachRun(of samples: ArraySlice<UInt8>, _ body: (Range<Int>) -> Void) {
        samples.withUnsafeBufferPointer { samples in
            var next = 0
            while let start = samples[next...].firstIndex(where: { $0 != 0 }) {
                next = samples[start...].firstIndex { $0 == 0 } ?? samples.endIndex
                body(start..<next)
            }
        }
    }

    /// Merges the pixels of a row that each sample is made of.
    private static func merge(_ row: [UInt8], _ spans: [Range<Int>], into samples: inout [UInt8]) {
        row.withUnsafeBufferPointer { row in
            for (column, span) in spans.enumerated() {
                var sum: UInt8 = 0
                for x in span { sum |= row[x] }
                samples[column] = sum
            }
        }
    }

    private func merge(_ lines: Range<Int>, into merged: inout [UInt8]) {
        withPixels { pixels in
            merged.withUnsafeMutableBufferPointer { merged in
                merged.update(repeating: 0)
                for line in lines {
                    let start = line * width
                    for x in 0..<width { merged[x] |= pixels[start + x] }
                }
            }
        }
    }
}
