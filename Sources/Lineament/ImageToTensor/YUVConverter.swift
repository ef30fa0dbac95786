// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels

/// Converts some columns and rows of an image with half-resolution chroma, as stored, to packed RGBA pixels.
///
/// Only the pixels that a region needs are converted. The colors equal those of libswscale with its exact flags
/// (bicubic, accurate rounding, full chroma interpolation), which produced the frames of the reference results.
struct YUVConverter {
    /// The width of the image as stored, in pixels.
    let width: Int
    /// The height of the image as stored, in pixels.
    let height: Int
    private let planes: [PixelBuffer.Plane]
    private let color: LineamentColor

    /// Creates a converter for `buffer`, whose planes are passed so that they stay valid while it is used.
    init(_ buffer: PixelBuffer, _ planes: [PixelBuffer.Plane]) {
        (width, height) = buffer.turn.swapsSides ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
        self.planes = planes
        let isFullRange = buffer.format == .nv12FullRange || buffer.format == .i420FullRange
        color = LineamentColor(buffer.colorMatrix, isFullRange: isFullRange)
    }

    /// Fills `pixels` with red, green, blue and 255, row by row.
    /// - Parameters:
    ///   - columns: The columns of the stored image, in ascending order; at least one.
    ///   - rows: The rows of the stored image, in ascending order; at least one.
    ///   - pixels: Memory for `columns.count * rows.count` pixels.
    func convert(columns: [Int], rows: [Int], into pixels: UnsafeMutablePointer<UInt32>) {
        let part = Part(columns: columns, rows: rows, of: self)
        convert(part, indices: rows.indices) { pixels + $0 * columns.count }
    }

    /// Fills `pixels` with the whole stored image as red, green and blue, row by row without padding.
    /// - Parameters:
    ///   - pixels: Memory for `3 * width * height` bytes.
    ///   - threads: The maximum number of threads to use.
    func convertToRGB(into pixels: UnsafeMutablePointer<UInt8>, threads: Int) {
        let part = Part(columns: Array(0..<width), rows: Array(0..<height), of: self)
        let bands = max(1, height / Self.rowsPerBand)
        let converter = self
        // Sound: each band writes only its own rows, and `perform` returns after all of them.
        nonisolated(unsafe) let pixels = pixels
        SharedParts.perform(bands, threads: min(bands, threads)) { band in
            let rows = band * converter.height / bands..<(band + 1) * converter.height / bands
            converter.convertToRGB(part, rows, into: pixels)
        }
    }

    /// The approximate number of rows per band. Each band repeats four chroma rows of its neighbor, so bands must not
    /// be small.
    private static var rowsPerBand: Int { 64 }

    private func convertToRGB(_ part: Part, _ rows: Range<Int>, into pixels: UnsafeMutablePointer<UInt8>) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width) { row in
            guard let row = row.baseAddress else { return }
            convert(part, indices: rows) { _ in
                row
            } completed: { index in
                lineament_pack_rgb(row, Int32(width), pixels + index * width * 3)
            }
        }
    }

    /// The columns and rows to convert, and the chroma filters for them.
    private struct Part: Sendable {
        let columns: [Int]
        let rows: [Int]
        let across: ChromaUpsampling
        let down: ChromaUpsampling

        init(columns: [Int], rows: [Int], of converter: YUVConverter) {
            self.columns = columns
            self.rows = rows
            across = ChromaUpsampling(pixels: columns, of: converter.width, unit: 16384)
            down = ChromaUpsampling(pixels: rows, of: converter.height, unit: 4096)
        }
    }

    /// Converts the rows of a part at `indices`, each into the memory that `target` returns for it.
    private func convert(
        _ part: Part, indices: Range<Int>, target: (_ index: Int) -> UnsafeMutablePointer<UInt32>,
        completed: (_ index: Int) -> Void = { _ in }
    ) {
        let columns = part.columns
        let down = part.down
        let count = columns.count
        let areInARow = columns[count - 1] - columns[0] == count - 1
        var color = color
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { gathered in
            ChromaRing.with(width: count) { ring in
                for index in indices {
                    ring.hold(Int(down.first[index])) { spread($0, part.across, cb: $1, cr: $2) }
                    let line = start(of: 0, row: part.rows[index])
                    var luma = line + columns[0]
                    if !areInARow {
                        for at in 0..<count { gathered[at] = line[columns[at]] }
                        luma = gathered.baseAddress.map { UnsafePointer($0) } ?? luma
                    }
                    down.withWeights(of: index) {
                        lineament_color_row(luma, ring.cb, ring.cr, $0, &color, Int32(count), target(index))
                    }
                    completed(index)
                }
            }
        }
    }

    /// Upsamples a row of both chroma planes horizontally.
    private func spread(
        _ row: Int, _ across: ChromaUpsampling, cb: UnsafeMutablePointer<Int16>, cr: UnsafeMutablePointer<Int16>
    ) {
        let row = min(row, (height + 1) / 2 - 1)
        let isInterleaved = planes.count == 2
        across.spread(start(of: 1, row: row), step: isInterleaved ? 2 : 1, into: cb)
        let crRow = isInterleaved ? start(of: 1, row: row) + 1 : start(of: 2, row: row)
        across.spread(crRow, step: isInterleaved ? 2 : 1, into: cr)
    }

    /// Returns the first byte of a row of a plane.
    private func start(of plane: Int, row: Int) -> UnsafePointer<UInt8> {
        planes[plane].address.assumingMemoryBound(to: UInt8.self) + row * planes[plane].bytesPerRow
    }
}

/// The most recent rows of horizontally upsampled chroma, as many as one row of pixels needs.
private struct ChromaRing {
    /// The current rows in order; `cr` is parallel to it.
    let cb: UnsafeMutablePointer<UnsafePointer<Int16>?>
    let cr: UnsafeMutablePointer<UnsafePointer<Int16>?>
    private let memory: UnsafeMutablePointer<Int16>
    private let width: Int
    /// The first row that has not been loaded yet.
    private var next = 0

    private static let rows = ChromaUpsampling.taps

    /// Calls `body` with a ring of rows of `width` samples.
    static func with(width: Int, _ body: (inout ChromaRing) -> Void) {
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * rows * width) { memory in
            withUnsafeTemporaryAllocation(of: UnsafePointer<Int16>?.self, capacity: 2 * rows) { order in
                guard let memory = memory.baseAddress, let order = order.baseAddress else { return }
                order.initialize(repeating: nil, count: 2 * rows)
                var ring = ChromaRing(cb: order, cr: order + rows, memory: memory, width: width)
                body(&ring)
            }
        }
    }

    /// Makes the rows from `first` on current, loading those that are missing.
    /// - Parameters:
    ///   - first: The first row, which must not decrease from call to call.
    ///   - load: Called with the number of each missing row and the memory for its Cb and Cr samples.
    mutating func hold(
        _ first: Int, load: (Int, UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>) -> Void
    ) {
        next = max(next, first)
        while next < first + Self.rows {
            load(next, slot(next), slot(next) + Self.rows * width)
            next += 1
        }
        for index in 0..<Self.rows {
            cb[index] = UnsafePointer(slot(first + index))
            cr[index] = UnsafePointer(slot(first + index) + Self.rows * width)
        }
    }

    private func slot(_ row: Int) -> UnsafeMutablePointer<Int16> { memory + row % Self.rows * width }
}

extension LineamentColor {
    /// The integer coefficients that libswscale uses for a matrix.
    fileprivate init(_ matrix: ColorMatrix, isFullRange: Bool) {
        // Cr to red, Cb to blue, Cb to green and Cr to green, for video-range luma and chroma, in units of 1/65536.
        let table: (Int, Int, Int, Int) =
            switch matrix {
            case .bt601: (104_597, 132_201, 25_675, 53_279)
            case .bt709: (117_489, 138_438, 13_975, 34_925)
            case .bt2020: (110_013, 140_363, 12_277, 42_626)
            }
        func rounded(_ value: Int) -> Int32 { Int32((value * (1 << 13) + (1 << 15)) >> 16) }
        func chroma(_ value: Int) -> Int32 { rounded(isFullRange ? value * 224 / 255 : value) }
        self.init(
            black: isFullRange ? 0 : 16 << 9, luma: rounded(isFullRange ? 1 << 16 : (1 << 16) * 255 / 219),
            red_cr: chroma(table.0), green_cr: chroma(-table.3), green_cb: chroma(-table.2), blue_cb: chroma(table.1))
    }
}

extension PixelBuffer {
    /// Returns an image that has chroma planes as upright 8-bit RGB, and any other image unchanged: gray, RGB, RGBA and
    /// BGRA keep their format.
    /// - Throws: ``LineamentError`` with code `resourceExhausted` if there is not enough memory.
    public func convertedToRGB() throws -> PixelBuffer {
        guard format.packedLayout == nil else { return self }
        let rgb = try withStoredPlanes { planes in
            let converter = YUVConverter(self, planes)
            return try PixelBuffer(width: converter.width, height: converter.height) {
                converter.convertToRGB(into: $0, threads: min(4, CoreLoad.shared.share))
            }
        }
        return try rgb.upright(from: turn.orientation)
    }
}
