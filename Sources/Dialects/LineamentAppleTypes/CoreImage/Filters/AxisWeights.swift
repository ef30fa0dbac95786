// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// For each pixel of a result the weights of the pixels of its source that it is the sum of, along a row or a column.
struct AxisWeights {
    /// A run of pixels of the source, from 0 on, and where their weights are.
    struct Run {
        let source: Range<Int>
        let weights: Int
    }

    private(set) var runs: [Run] = []
    private(set) var weights: [Float] = []

    /// Weights of a bell curve around each pixel of `target`; beyond the ends of `source` there is nothing.
    /// - Parameters:
    ///   - radius: The standard deviation in pixels, above 0.
    ///   - target: The pixels of the result.
    ///   - source: The pixels that there are, in the same coordinates.
    static func gaussian(radius: Double, target: Range<Int>, source: Range<Int>) -> AxisWeights {
        let reach = gaussianReach(radius)
        let bell = (-reach...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
        let sum = bell.reduce(0, +)
        var result = AxisWeights()
        result.weights = bell.map { Float($0 / sum) }
        result.runs = target.map { center in
            let run = (center - reach..<center + reach + 1).clamped(to: source)
            let start = run.lowerBound - source.lowerBound
            return Run(
                source: start..<start + run.count, weights: run.isEmpty ? 0 : run.lowerBound - (center - reach))
        }
        return result
    }

    /// Weights that make each pixel of `target` the mean of `count` pixels, as far as there are any.
    static func means(of count: Int, target: Range<Int>, source: Range<Int>) -> AxisWeights {
        var result = AxisWeights()
        result.weights = [Float](repeating: 1 / Float(count), count: count)
        result.runs = target.map { pixel in
            let run = (pixel * count..<(pixel + 1) * count).clamped(to: source)
            let start = run.lowerBound - source.lowerBound
            return Run(source: start..<start + run.count, weights: 0)
        }
        return result
    }

    /// Weights that undo ``means(of:target:source:)``, by interpolation between the two nearest pixels, which there must be.
    static func interpolation(between count: Int, target: Range<Int>, source: Range<Int>) -> AxisWeights {
        var result = AxisWeights()
        for pixel in target {
            let place = (Double(pixel) + 0.5) / Double(count) - 0.5
            let first = Int(place.rounded(.down))
            let start = first - source.lowerBound
            result.runs.append(Run(source: start..<start + 2, weights: result.weights.count))
            result.weights += [Float(Double(first + 1) - place), Float(place - Double(first))]
        }
        return result
    }

    /// The number of pixels on either side that a bell curve covers.
    static func gaussianReach(_ radius: Double) -> Int { Int((radius * 3).rounded(.up)) }

    /// Lanczos weights with three lobes for pixels of a scaled image; they are shared among the pixels that there are.
    /// - Parameters:
    ///   - scale: The length of a pixel of the source in pixels of the result, above 0.
    ///   - target: The pixels of the result.
    ///   - source: The pixels that there are, in coordinates of their own with the same origin.
    static func lanczos(scale: Double, target: Range<Int>, source: Range<Int>) -> AxisWeights {
        var result = AxisWeights()
        let width = max(1, 1 / scale)
        for pixel in target {
            let center = (Double(pixel) + 0.5) / scale - 0.5
            let reach = lanczosReach(around: center, width: width).clamped(to: source)
            let nearest = max(source.lowerBound, min(source.upperBound - 1, Int(center.rounded())))
            let run = reach.isEmpty ? nearest..<nearest + 1 : reach
            let values = run.map { lanczos((Double($0) - center) / width) }
            let sum = values.reduce(0, +)
            let start = run.lowerBound - source.lowerBound
            result.runs.append(Run(source: start..<start + run.count, weights: result.weights.count))
            // A lobe below zero alone would turn dark into light.
            result.weights += sum > 0.1 ? values.map { Float($0 / sum) } : run.map { $0 == nearest ? 1 : 0 }
        }
        return result
    }

    /// Returns the pixels of the source that those of a scaled image are made from.
    static func lanczosSource(scale: Double, target: Range<Int>) -> Range<Int> {
        let width = max(1, 1 / scale)
        let first = lanczosReach(around: (Double(target.lowerBound) + 0.5) / scale - 0.5, width: width)
        let last = lanczosReach(around: (Double(target.upperBound) - 0.5) / scale - 0.5, width: width)
        return first.lowerBound - 1..<last.upperBound + 1
    }

    private static func lanczosReach(around center: Double, width: Double) -> Range<Int> {
        Int((center - 3 * width).rounded(.up))..<Int((center + 3 * width).rounded(.down)) + 1
    }

    private static func lanczos(_ x: Double) -> Double {
        if abs(x) < 1e-9 { return 1 }
        guard abs(x) < 3 else { return 0 }
        let angle = Double.pi * x
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}

/// Sums of pixels along rows, then along columns.
struct SeparableFilter {
    let columns: AxisWeights
    let rows: AxisWeights
    /// Between the two steps, levels are kept in 64ths above `zero`, with room for those below 0 and above 255.
    private static let unit: Float = 64
    private static let zero: Float = 32_768

    /// Returns the sums.
    /// - Parameters:
    ///   - pixels: The source, row by row.
    ///   - width: The number of pixels in one of its rows.
    func apply(to pixels: [SIMD4<UInt8>], width: Int) -> [SIMD4<UInt8>] {
        let columnCount = columns.runs.count
        let targetCount = columns.runs.count * rows.runs.count
        let rowCount = width == 0 ? 0 : pixels.count / width
        var sums: [SIMD4<UInt16>] = []
        sums.reserveCapacity(rowCount * columnCount)
        for row in 0..<rowCount { appendSums(across: pixels[row * width..<(row + 1) * width], to: &sums) }
        return [SIMD4<UInt8>](unsafeUninitializedCapacity: targetCount) { target, used in
            var line = [SIMD4<Float>](repeating: .zero, count: columnCount)
            for (row, run) in rows.runs.enumerated() {
                addSums(down: sums, run, to: &line)
                for column in line.indices {
                    target.initializeElement(at: row * columnCount + column, to: SIMD4(premultiplied: line[column]))
                    line[column] = .zero
                }
            }
            used = targetCount
        }
    }

    private func appendSums(across row: ArraySlice<SIMD4<UInt8>>, to sums: inout [SIMD4<UInt16>]) {
        row.map(\.premultiplied).withUnsafeBufferPointer { colors in
            columns.weights.withUnsafeBufferPointer { weights in
                for run in columns.runs {
                    var sum = SIMD4<Float>.zero
                    let shift = run.weights - run.source.lowerBound
                    for source in run.source { sum += colors[source] * weights[source + shift] }
                    // Whole numbers are cut off toward zero, hence above it.
                    let scaled = sum * Self.unit + (Self.zero + 0.5)
                    let limited = scaled.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 65_535))
                    sums.append(
                        SIMD4(UInt16(limited.x), UInt16(limited.y), UInt16(limited.z), UInt16(limited.w)))
                }
            }
        }
    }

    private func addSums(down sums: [SIMD4<UInt16>], _ run: AxisWeights.Run, to line: inout [SIMD4<Float>]) {
        line.withUnsafeMutableBufferPointer { line in
            sums.withUnsafeBufferPointer { sums in
                for (index, row) in run.source.enumerated() {
                    let weight = rows.weights[run.weights + index] / Self.unit
                    let start = row * line.count
                    for column in 0..<line.count {
                        let sum = sums[start + column]
                        let level = SIMD4<Float>(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w)) - Self.zero
                        line[column] += level * weight
                    }
                }
            }
        }
    }
}
