// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The brightness of an image's pixels, row by row from the top.
struct GrayImage {
    let width: Int
    let height: Int
    /// 0 for black to 255 for white.
    let levels: [UInt8]

    /// Creates a gray image, scaled down so that its longer side has at most `maximumDimension` pixels, each the mean of
    /// those that it covers. Besides the result, it needs memory for a few rows.
    /// - Throws: `LineamentError` if the pixels cannot be read.
    init(_ pixels: PixelBuffer, maximumDimension: Int) throws {
        (width, height) = Self.size(width: pixels.width, height: pixels.height, maximumDimension: maximumDimension)
        let brightness = RowBrightness(format: pixels.format, width: pixels.width)
        let width = width
        let height = height
        levels = try pixels.withPlanes { planes in
            var means = AreaMeans(from: (pixels.width, pixels.height), to: (width, height))
            for row in 0..<pixels.height {
                let start = planes[0].address + row * planes[0].bytesPerRow
                means.add(brightness.row(start.assumingMemoryBound(to: UInt8.self)))
            }
            return means.levels
        }
    }

    /// Creates an image from its levels.
    init(width: Int, height: Int, levels: [UInt8]) {
        precondition(levels.count == width * height)
        self.width = width
        self.height = height
        self.levels = levels
    }

    /// Returns the size of an image whose longer side has at most `maximumDimension` pixels, and the shorter at least 1.
    static func size(width: Int, height: Int, maximumDimension: Int) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard longest > maximumDimension else { return (width, height) }
        let scale = Double(maximumDimension) / Double(longest)
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        return (scaled(width), scaled(height))
    }

    /// The number of pixels of each level.
    var histogram: [Int] {
        levels.reduce(into: [Int](repeating: 0, count: 256)) { counts, level in counts[Int(level)] += 1 }
    }
}

/// The brightness of the pixels of a row: luma by the weights of ITU-R BT.601, or what is stored as luma.
private struct RowBrightness {
    let format: PixelFormat
    let width: Int

    /// Returns levels from 0 to 255.
    func row(_ source: UnsafePointer<UInt8>) -> [Float] {
        [Float](unsafeUninitializedCapacity: width) { levels, count in
            count = width
            if let layout = format.packedLayout, layout.bytesPerPixel > 1 {
                for column in 0..<width {
                    let pixel = source + column * layout.bytesPerPixel
                    let red = pixel[layout.red]
                    let green = pixel[layout.green]
                    let blue = pixel[layout.blue]
                    levels[column] = 0.299 * Float(red) + 0.587 * Float(green) + 0.114 * Float(blue)
                }
            } else if format == .nv12VideoRange || format == .i420 {
                for column in 0..<width {
                    levels[column] = max(0, min(255, (Float(source[column]) - 16) * 255 / 219))
                }
            } else {
                for column in 0..<width { levels[column] = Float(source[column]) }
            }
        }
    }
}

/// Means of the pixels that larger pixels cover, from rows that are added one after another.
private struct AreaMeans {
    private let height: Int
    private let width: Int
    private let rowsPerSource: Double
    private let columns: [Share]
    private var row = 0
    private var sums: [Float]
    private var nextSums: [Float]
    private(set) var levels: [UInt8] = []

    /// How a pixel of the source is shared among two neighboring targets.
    private struct Share {
        let target: Int
        let first: Float
        let second: Float

        init(_ index: Int, scale: Double, count: Int) {
            let start = Double(index) * scale
            let end = Double(index + 1) * scale
            target = min(count - 1, Int(start))
            let border = Double(target + 1)
            let beyond = target + 1 < count ? max(0, end - border) : 0
            first = Float(scale - beyond)
            second = Float(beyond)
        }
    }

    init(from source: (width: Int, height: Int), to target: (width: Int, height: Int)) {
        width = target.width
        height = target.height
        rowsPerSource = Double(target.height) / Double(source.height)
        let scale = Double(target.width) / Double(source.width)
        columns = (0..<source.width).map { Share($0, scale: scale, count: target.width) }
        sums = [Float](repeating: 0, count: target.width + 1)
        nextSums = sums
        levels.reserveCapacity(target.width * target.height)
    }

    /// Adds the next row of the source, from the top.
    mutating func add(_ values: [Float]) {
        let share = Share(row, scale: rowsPerSource, count: height)
        while share.target > levels.count / width { finishRow() }
        for (column, value) in zip(columns, values) {
            let first = value * column.first
            let second = value * column.second
            sums[column.target] += first * share.first
            sums[column.target + 1] += second * share.first
            nextSums[column.target] += first * share.second
            nextSums[column.target + 1] += second * share.second
        }
        row += 1
        if Double(row) * rowsPerSource >= Double(height) - 1e-9 { finishRow() }
    }

    private mutating func finishRow() {
        guard levels.count < width * height else { return }
        levels += sums.prefix(width).map { UInt8(max(0, min(255, $0 + 0.5))) }
        sums = nextSums
        for index in nextSums.indices { nextSums[index] = 0 }
    }
}
