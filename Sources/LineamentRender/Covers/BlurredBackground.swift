// SPDX-License-Identifier: Apache-2.0

/// The blurred background of the people in an image: a coarse grid of means, in which people do not count, so that they
/// have no halo of their own colors.
struct BlurredBackground {
    private let cell: Int
    private let columns: Int
    private let rows: Int
    private var means: [SIMD3<Float>]

    /// The number of cells along the image's shorter side.
    private static let detail = 64
    /// The number of times that the grid is smoothed. Each adds half a cell to the variance of the blur, in squared cells.
    private static let passes = 4

    init(_ pixels: CutoutPixels) {
        let cell = max(1, min(pixels.width, pixels.height) / Self.detail)
        self.cell = cell
        columns = (pixels.width - 1) / cell + 1
        rows = (pixels.height - 1) / cell + 1
        // Colors times weights, and the weights in the fourth place.
        var sums = [SIMD4<Float>](repeating: .zero, count: columns * rows)
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let weight = 1 - pixels.share(x, y)
                sums[y / cell * columns + x / cell] += SIMD4(pixels.color(x, y), 1) * weight
            }
        }
        means = []
        for _ in 0..<Self.passes { sums = smoothed(sums) }
        means = filled(sums)
    }

    /// Returns a blend of the means of the four nearest cells.
    subscript(x: Int, y: Int) -> SIMD3<Float> {
        let place = (SIMD2(Float(x), Float(y)) + 0.5) / Float(cell) - 0.5
        let corner = place.rounded(.down)
        let column = Int(corner.x)
        let row = Int(corner.y)
        let share = place - corner
        let top = mean(column, row) + (mean(column + 1, row) - mean(column, row)) * share.x
        let bottom = mean(column, row + 1) + (mean(column + 1, row + 1) - mean(column, row + 1)) * share.x
        return top + (bottom - top) * share.y
    }

    private func mean(_ column: Int, _ row: Int) -> SIMD3<Float> { means[index(column, row)] }

    private func index(_ column: Int, _ row: Int) -> Int {
        max(0, min(rows - 1, row)) * columns + max(0, min(columns - 1, column))
    }

    /// Returns the sums with each replaced by those around it, weighted 1, 2, 1 in both directions.
    private func smoothed(_ sums: [SIMD4<Float>]) -> [SIMD4<Float>] {
        func pass(_ sums: [SIMD4<Float>], _ across: Int, _ down: Int) -> [SIMD4<Float>] {
            (0..<sums.count).map { place in
                let column = place % columns
                let row = place / columns
                return
                    (sums[index(column - across, row - down)] + sums[place] * 2
                    + sums[index(column + across, row + down)]) / 4
            }
        }
        return pass(pass(sums, 1, 0), 0, 1)
    }

    /// Returns the means. Behind people, where nothing is known, they continue what is around.
    private func filled(_ sums: [SIMD4<Float>]) -> [SIMD3<Float>] {
        var sums = sums
        let enough = Float(cell * cell) / 64
        // Each round reaches one cell further; the remainder, as in an image that is all people, is gray.
        for _ in 0..<max(columns, rows) where sums.contains(where: { $0.w < enough }) {
            let wider = smoothed(sums)
            var isChanged = false
            for place in sums.indices where sums[place].w < enough && wider[place].w > sums[place].w {
                sums[place] = wider[place]
                isChanged = true
            }
            guard isChanged else { break }
        }
        return sums.map { $0.w > 0 ? SIMD3($0.x, $0.y, $0.z) / $0.w : SIMD3(repeating: 128) }
    }
}
