// SPDX-License-Identifier: Apache-2.0
extension PointSeries {
    /// Within this distance of its neighbors' median, no point is an outlier: 1 % of the image.
    private static let imageFloor = 0.01
    /// The same in meters.
    private static let worldFloor = 0.03

    /// Makes points missing that jump away from where they are before and after.
    ///
    /// Depth is left out: it is so uncertain that its jumps say nothing about the rest.
    mutating func removeOutliers(_ test: OutlierTest) {
        for point in 0..<pointCount {
            var isOutlier = [Bool](repeating: false, count: frameCount)
            for axis in 0..<2 {
                let found = test.outliers(
                    in: image.column(3 * point + axis, of: 3 * pointCount), floor: Self.imageFloor)
                for frame in found.indices where found[frame] { isOutlier[frame] = true }
                guard hasWorld else { continue }
                let inSpace = test.outliers(
                    in: world.column(3 * point + axis, of: 3 * pointCount), floor: Self.worldFloor)
                for frame in inSpace.indices where inSpace[frame] { isOutlier[frame] = true }
            }
            // At the ends there is nothing to bridge to.
            for frame in isOutlier.indices.dropFirst().dropLast() where isOutlier[frame] {
                remove(point, frame)
            }
        }
    }

    private mutating func remove(_ point: Int, _ frame: Int) {
        let index = frame * pointCount + point
        knowledge[index] = .missing
        for axis in 0..<3 {
            image[3 * index + axis] = .nan
            if hasWorld { world[3 * index + axis] = .nan }
        }
    }

    /// Fills gaps of up to so many frames in a straight line.
    mutating func bridgeGaps(upTo limit: Int) {
        for point in 0..<pointCount {
            let states = (0..<frameCount).map { knowledge[$0 * pointCount + point] }
            for gap in states.runs(where: { $0 == .missing })
            where gap.count <= limit && gap.lowerBound > 0 && gap.upperBound < frameCount {
                for frame in gap { knowledge[frame * pointCount + point] = .bridged }
                for axis in 0..<3 {
                    image.bridge(gap, column: 3 * point + axis, of: 3 * pointCount)
                    if hasWorld { world.bridge(gap, column: 3 * point + axis, of: 3 * pointCount) }
                }
                if hasVisibility { visibility.bridge(gap, column: point, of: pointCount) }
            }
        }
    }

    mutating func smooth(_ filter: SmoothingFilter, rate: Double) {
        guard filter != .none else { return }
        for column in 0..<3 * pointCount {
            image.smooth(column, of: 3 * pointCount, filter, rate)
            if hasWorld { world.smooth(column, of: 3 * pointCount, filter, rate) }
        }
    }
}

extension ValueSeries {
    mutating func clean(_ filter: SmoothingFilter, gap limit: Int, rate: Double) {
        for gap in knowledge.runs(where: { $0 == .missing })
        where gap.count <= limit && gap.lowerBound > 0 && gap.upperBound < frameCount {
            for column in 0..<width { values.bridge(gap, column: column, of: width) }
            for frame in gap { knowledge[frame] = .bridged }
        }
        for column in 0..<width { values.smooth(column, of: width, filter, rate) }
    }

    /// Gives quaternions in the first four columns the signs with which they go on smoothly.
    mutating func alignQuaternions() {
        var last: [Float]?
        for frame in 0..<frameCount {
            guard let quaternion = values(at: frame)?.prefix(4) else { continue }
            if let last, zip(last, quaternion).reduce(0, { $0 + $1.0 * $1.1 }) < 0 {
                for column in 0..<4 { values[frame * width + column].negate() }
            }
            last = Array(values[frame * width..<frame * width + 4])
        }
    }
}

extension [Float] {
    /// Returns each `width`-th value, beginning at `column`.
    func column(_ column: Int, of width: Int) -> [Double] {
        stride(from: column, to: count, by: width).map { Double(self[$0]) }
    }

    fileprivate mutating func smooth(_ column: Int, of width: Int, _ filter: SmoothingFilter, _ rate: Double) {
        let smoothed = filter.smoothed(self.column(column, of: width), rate: rate)
        for (row, value) in smoothed.enumerated() { self[row * width + column] = Float(value) }
    }

    /// Fills the rows of a gap in a column by a straight line from the row before to the row after.
    fileprivate mutating func bridge(_ gap: Range<Int>, column: Int, of width: Int) {
        let first = self[(gap.lowerBound - 1) * width + column]
        let last = self[gap.upperBound * width + column]
        for row in gap {
            let share = Float(row - gap.lowerBound + 1) / Float(gap.count + 1)
            self[row * width + column] = first + (last - first) * share
        }
    }
}
