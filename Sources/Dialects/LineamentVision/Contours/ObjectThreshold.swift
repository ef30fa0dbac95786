// SPDX-License-Identifier: Apache-2.0

/// The threshold between the gray levels of objects and of their background.
struct ObjectThreshold {
    /// The factor by which contrast is raised, 0 to 3; 1 leaves it as it is.
    var contrast: Float = 2
    /// The level, 0 to 1, that the contrast is raised around; `nil` for the one that separates the image best.
    var pivot: Float? = 0.5
    /// Whether objects are darker than their background.
    var isDarkOnLight = true

    /// Returns for each pixel, row by row from the top, whether it belongs to an object.
    func objects(in image: GrayImage) -> [Bool] {
        let table = table(for: image)
        return image.levels.map { table[Int($0)] }
    }

    /// Returns for each level whether it belongs to an object.
    ///
    /// A level is first moved away from the pivot by the contrast; what is then below the middle is dark. For a pivot that
    /// is chosen by the image, the middle is the pivot itself, as objects would be cut wrongly anywhere else.
    func table(for image: GrayImage) -> [Bool] {
        let chosen = pivot ?? Self.separatingLevel(of: image.histogram)
        let middle = pivot == nil ? chosen : 0.5
        return (0...255).map { level in
            let value = (Float(level) / 255 - chosen) * contrast + chosen
            return isDarkOnLight ? value < middle : value > middle
        }
    }

    /// Returns the level, 0 to 1, between two groups of pixels that differ most, by Otsu's method: the one with the
    /// greatest variance between the means of the groups. Without two levels, it is the only one.
    static func separatingLevel(of histogram: [Int]) -> Float {
        let total = Double(histogram.reduce(0, +))
        let sum = histogram.enumerated().reduce(0.0) { $0 + Double($1.offset) * Double($1.element) }
        var below = 0.0
        var sumBelow = 0.0
        var best: (variance: Double, first: Int, last: Int)?
        for (level, count) in histogram.enumerated() {
            below += Double(count)
            sumBelow += Double(level) * Double(count)
            guard below > 0, below < total else { continue }
            let difference = sumBelow / below - (sum - sumBelow) / (total - below)
            let variance = below * (total - below) * difference * difference
            if variance > best?.variance ?? 0 {
                best = (variance, level, level)
            } else if variance == best?.variance {
                best?.last = level
            }
        }
        guard let best else { return total > 0 ? Float(sum / total / 255) : 0.5 }
        return (Float(best.first + best.last) / 2 + 0.5) / 255
    }
}
