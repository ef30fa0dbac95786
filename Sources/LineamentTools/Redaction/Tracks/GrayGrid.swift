// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The mean gray levels of the cells of a frame, or of a part of it.
struct GrayGrid: Sendable {
    let columns: Int
    let rows: Int
    /// The levels, row by row; empty if the frame cannot be read.
    let levels: [Float]

    /// The size of a frame's grid, in cells.
    private static let size = (columns: 64, rows: 36)
    /// The number of samples of each cell along each axis.
    private static let samples = 3
    /// The gray levels that are neither black, 16 in video range, nor overexposed, 235 in video range.
    private static let exposed: ClosedRange<Float> = 20...232
    /// The difference of levels that noise and compression cause.
    private static let tolerance: Float = 4
    /// The share of a grid that both must show for their correlation to count.
    private static let minShare: Float = 0.3

    /// Takes the means of a few samples in each cell of a frame: of the luma of planes, or of the green channel.
    init(_ frame: PixelBuffer) {
        let whole = CGRect(x: 0, y: 0, width: frame.width, height: frame.height)
        self.init(frame, part: whole, columns: Self.size.columns, rows: Self.size.rows)
    }

    /// Takes the means of a few samples in each cell of a part of a frame.
    /// - Parameters:
    ///   - part: The part, in pixels; beyond the frame, the pixels at its border go on.
    ///   - samples: The number of samples of each cell along each axis.
    init(_ frame: PixelBuffer, part: CGRect, columns: Int, rows: Int, samples: Int = Self.samples) {
        self.columns = columns
        self.rows = rows
        let values = try? frame.withPlanes { Self.means(frame, $0[0], part, (columns, rows), samples) }
        levels = values ?? []
    }

    private init(columns: Int, rows: Int, values: [Float]) {
        self.columns = columns
        self.rows = rows
        levels = values
    }

    private static func means(
        _ frame: PixelBuffer, _ plane: PixelBuffer.Plane, _ part: CGRect, _ size: (columns: Int, rows: Int),
        _ samples: Int
    ) -> [Float] {
        let (columns, rows) = size
        let layout = frame.format.packedLayout
        let step = layout?.bytesPerPixel ?? 1
        let offset = layout?.green ?? 0
        func places(_ count: Int, from start: Double, _ length: Double, below limit: Int) -> [Int] {
            (0..<count * samples).map { index in
                let place = start + (Double(index) + 0.5) * length / Double(count * samples)
                return Int(max(0, min(Double(limit - 1), place.rounded(.down))))
            }
        }
        let across = places(columns, from: part.minX, part.width, below: frame.width)
        let down = places(rows, from: part.minY, part.height, below: frame.height)
        var sums = [Float](repeating: 0, count: columns * rows)
        for (row, y) in down.enumerated() {
            let start = plane.address + y * plane.bytesPerRow + offset
            let cell = row / samples * columns
            for (column, x) in across.enumerated() {
                sums[cell + column / samples] += Float((start + x * step).load(as: UInt8.self))
            }
        }
        return sums.map { $0 / Float(samples * samples) }
    }

    /// The grid with half as many cells along each axis.
    var halved: GrayGrid {
        guard !levels.isEmpty else { return self }
        var means: [Float] = []
        for row in stride(from: 0, to: rows, by: 2) {
            for column in stride(from: 0, to: columns, by: 2) {
                let cell = row * columns + column
                let upper = levels[cell] + levels[cell + 1]
                let lower = levels[cell + columns] + levels[cell + columns + 1]
                means.append((upper + lower) / 4)
            }
        }
        return GrayGrid(columns: columns / 2, rows: rows / 2, values: means)
    }

    /// The standard deviation, in gray levels, below which a grid has one color.
    private static let evenDeviation: Float = 2

    /// Whether the grid has one color.
    var isEven: Bool { deviation < Self.evenDeviation }

    /// The standard deviation of the levels.
    var deviation: Float {
        guard !levels.isEmpty else { return 0 }
        let mean = levels.reduce(0, +) / Float(levels.count)
        let squares = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Float(levels.count)).squareRoot()
    }

    /// The share of cells that are black or overexposed, in video range or full range.
    var clippedShare: Float {
        guard !levels.isEmpty else { return 1 }
        return Float(levels.count { !Self.exposed.contains($0) }) / Float(levels.count)
    }

    /// Returns the share of cells with the same level as in an earlier grid, of those that are neither black nor overexposed
    /// in one of both.
    func agreement(with earlier: GrayGrid) -> Float {
        var same = 0
        var count = 0
        for (one, other) in zip(levels, earlier.levels)
        where Self.exposed.contains(one) || Self.exposed.contains(other) {
            count += 1
            if abs(one - other) <= Self.tolerance { same += 1 }
        }
        return count > 0 ? Float(same) / Float(count) : 0
    }

    /// Returns the normalized cross-correlation with an earlier grid whose content has moved by whole cells since; -1 if
    /// they share too little, or what they share has no contrast.
    func correlation(with earlier: GrayGrid, shift: SIMD2<Int>) -> Float {
        let width = columns - abs(shift.x)
        let height = rows - abs(shift.y)
        guard width > 0, height > 0, Float(width * height) >= Self.minShare * Float(columns * rows),
            levels.count == earlier.levels.count, !levels.isEmpty
        else { return -1 }
        var sums = CorrelationSums()
        levels.withUnsafeBytes { own in
            earlier.levels.withUnsafeBytes { other in
                for row in 0..<height {
                    let mine = (row + max(0, shift.y)) * columns + max(0, shift.x)
                    let theirs = (row + max(0, -shift.y)) * columns + max(0, -shift.x)
                    sums.add(own, from: mine, other, from: theirs, count: width)
                }
            }
        }
        return sums.correlation(count: Float(width * height))
    }
}

/// The sums that the correlation of two sequences of levels is computed from.
private struct CorrelationSums {
    /// The difference of variances, in squared gray levels, that rounding alone can cause.
    private static let leastVariance: Float = 1

    private var own = SIMD4<Float>.zero
    private var other = SIMD4<Float>.zero
    private var ownSquares = SIMD4<Float>.zero
    private var otherSquares = SIMD4<Float>.zero
    private var products = SIMD4<Float>.zero

    mutating func add(
        _ one: UnsafeRawBufferPointer, from start: Int, _ two: UnsafeRawBufferPointer, from otherStart: Int, count: Int
    ) {
        let stride = MemoryLayout<Float>.stride
        var index = 0
        while index + 4 <= count {
            add(
                one.loadUnaligned(fromByteOffset: (start + index) * stride, as: SIMD4<Float>.self),
                two.loadUnaligned(fromByteOffset: (otherStart + index) * stride, as: SIMD4<Float>.self))
            index += 4
        }
        while index < count {
            var a = SIMD4<Float>.zero
            var b = SIMD4<Float>.zero
            a.x = one.loadUnaligned(fromByteOffset: (start + index) * stride, as: Float.self)
            b.x = two.loadUnaligned(fromByteOffset: (otherStart + index) * stride, as: Float.self)
            add(a, b)
            index += 1
        }
    }

    private mutating func add(_ one: SIMD4<Float>, _ two: SIMD4<Float>) {
        own += one
        other += two
        ownSquares += one * one
        otherSquares += two * two
        products += one * two
    }

    /// Returns the correlation, -1 to 1; -1 where one of the sequences has no contrast.
    func correlation(count: Float) -> Float {
        let mean = own.sum() / count
        let otherMean = other.sum() / count
        let variance = ownSquares.sum() / count - mean * mean
        let otherVariance = otherSquares.sum() / count - otherMean * otherMean
        guard variance > Self.leastVariance, otherVariance > Self.leastVariance else { return -1 }
        return (products.sum() / count - mean * otherMean) / (variance * otherVariance).squareRoot()
    }
}
