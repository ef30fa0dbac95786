internal import CLineamentKernels

/// Makes packed pixels of some columns and rows of a picture with half-size chroma, as it is stored.
///
/// Only what a region of interest needs is converted. The colours equal those of libswscale with its exact flags (bicubic,
/// accurate rounding, full chroma), which made the frames of the references.
struct PlanarConverter {
    let width: Int
    let height: Int
    private let planes: [PixelBuffer.Plane]
    private let color: LineamentColor

    init(_ buffer: PixelBuffer, _ planes: [PixelBuffer.Plane]) {
        (width, height) = buffer.turn.swapsSides ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
        self.planes = planes
        let isFullRange = buffer.format == .nv12FullRange || buffer.format == .i420FullRange
        color = LineamentColor(buffer.colorMatrix, isFullRange: isFullRange)
    }

    /// Fills `pixels` with red, green, blue and 255, row by row.
    /// - Parameters:
    ///   - columns: of the stored picture, growing; at least one.
    ///   - rows: of the stored picture, growing; at least one.
    func convert(columns: [Int], rows: [Int], into pixels: UnsafeMutablePointer<UInt32>) {
        let across = ChromaSpread(pixels: columns, of: width, unit: 16384)
        let down = ChromaSpread(pixels: rows, of: height, unit: 4096)
        let count = columns.count
        let areInARow = columns[count - 1] - columns[0] == count - 1
        var color = color
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { gathered in
            ChromaRing.with(width: count) { ring in
                for (index, row) in rows.enumerated() {
                    ring.hold(Int(down.first[index])) { spread($0, across, cb: $1, cr: $2) }
                    var luma = start(of: 0, row: row) + columns[0]
                    if !areInARow {
                        let line = start(of: 0, row: row)
                        for at in 0..<count { gathered[at] = line[columns[at]] }
                        luma = gathered.baseAddress.map { UnsafePointer($0) } ?? luma
                    }
                    down.withWeights(of: index) {
                        lineament_color_row(luma, ring.cb, ring.cr, $0, &color, Int32(count), pixels + index * count)
                    }
                }
            }
        }
    }

    /// Spreads a row of both chroma planes.
    private func spread(
        _ row: Int, _ across: ChromaSpread, cb: UnsafeMutablePointer<Int16>, cr: UnsafeMutablePointer<Int16>
    ) {
        let row = min(row, (height + 1) / 2 - 1)
        let isInterleaved = planes.count == 2
        across.spread(start(of: 1, row: row), step: isInterleaved ? 2 : 1, into: cb)
        let crRow = isInterleaved ? start(of: 1, row: row) + 1 : start(of: 2, row: row)
        across.spread(crRow, step: isInterleaved ? 2 : 1, into: cr)
    }

    private func start(of plane: Int, row: Int) -> UnsafePointer<UInt8> {
        planes[plane].address.assumingMemoryBound(to: UInt8.self) + row * planes[plane].bytesPerRow
    }
}

/// The last rows of spread chroma, as many as a row of pixels needs.
private struct ChromaRing {
    /// The held rows in order.
    let cb: UnsafeMutablePointer<UnsafePointer<Int16>?>
    let cr: UnsafeMutablePointer<UnsafePointer<Int16>?>
    private let memory: UnsafeMutablePointer<Int16>
    private let width: Int
    /// The first row that was never held.
    private var next = 0

    private static let rows = ChromaSpread.taps

    /// Calls `body` with a ring of rows `width` long.
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

    /// Holds the rows from `first` on; `load` is called with the number of each that is not there, and where its two
    /// chromas go. `first` must not become smaller from call to call.
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
    /// libswscale's integers for a matrix.
    fileprivate init(_ matrix: ColorMatrix, isFullRange: Bool) {
        // Red from Cr, blue from Cb, green from Cb, green from Cr, for luma and chroma of video range, in 1/65536.
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
