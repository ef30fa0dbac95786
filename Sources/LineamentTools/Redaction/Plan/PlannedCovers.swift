// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The keys between which a cover moves, as few as a person can read, so that it contains what was found at every time.
struct PlannedCovers {
    /// The place of a cover in a frame.
    struct Sample {
        let milliseconds: Int
        var rect: CGRect
    }

    /// How far a line may be from the samples, in half the width and height of each.
    private static let tolerance = 0.04
    /// The longest time between two keys, in milliseconds.
    private static let maxDistance = 10_000
    /// The step by which keys grow until everything is contained, in widths and heights, and in pixels.
    private static let step = 0.005

    private let samples: [Sample]
    private let shape: RedactedArea.Shape

    /// - Parameters:
    ///   - samples: The places, in order of time, at most one at each.
    ///   - shape: The part of the rectangles that is covered.
    init(_ samples: [Sample], shape: RedactedArea.Shape) {
        self.samples = samples
        self.shape = shape
    }

    /// The cover.
    var area: PlannedArea {
        PlannedArea(
            shape: shape, from: samples.first?.milliseconds, to: samples.last?.milliseconds, keys: grown(places()))
    }

    /// Returns the samples that become keys: the lines between them are near all others.
    private func places() -> [Int] {
        guard samples.count > 1 else { return Array(samples.indices) }
        var places = [0]
        var open: [Int] = [samples.count - 1]
        while let first = places.last, let last = open.last {
            let split = worst(between: first, last)
            if let split {
                open.append(split)
            } else {
                places.append(last)
                open.removeLast()
            }
        }
        return places
    }

    /// Returns the sample that is the furthest from the line between two others; `nil` if all are near.
    private func worst(between first: Int, _ last: Int) -> Int? {
        guard last - first > 1 else { return nil }
        guard samples[last].milliseconds - samples[first].milliseconds <= Self.maxDistance else {
            return (first + last) / 2
        }
        let start = key(first, 0)
        let end = key(last, 0)
        var worst: Int? = nil
        var most: Double = Self.tolerance
        for place in (first + 1)..<last {
            let rect = samples[place].rect
            let line = PlannedArea.between(start, end, at: samples[place].milliseconds)
            let across = max(abs(line.minX - rect.minX), abs(line.maxX - rect.maxX)) / max(1, rect.width / 2)
            let down = max(abs(line.minY - rect.minY), abs(line.maxY - rect.maxY)) / max(1, rect.height / 2)
            if max(across, down) > most { (worst, most) = (place, max(across, down)) }
        }
        return worst
    }

    /// Returns the keys at some samples, each as large as the lines to its neighbors need to contain all others.
    private func grown(_ places: [Int]) -> [PlannedKey] {
        var growth = places.map { _ in 0.0 }
        var keys = places.map { key($0, 0) }
        var open = Set(places.indices)
        while !open.isEmpty {
            var narrow: Set<Int> = []
            for number in open where !contains(number, places, keys) {
                narrow.formUnion([number, min(number + 1, places.count - 1)])
            }
            for number in narrow {
                growth[number] += Self.step
                keys[number] = key(places[number], growth[number])
            }
            // A key that has moved is part of the line before it, too.
            open = Set(narrow.flatMap { [max(0, $0 - 1), $0] })
        }
        return keys
    }

    /// Returns whether the line from a key to the next contains all samples there.
    private func contains(_ number: Int, _ places: [Int], _ keys: [PlannedKey]) -> Bool {
        let next = min(number + 1, places.count - 1)
        return (places[number]...places[next]).allSatisfy { place in
            let line = PlannedArea.between(keys[number], keys[next], at: samples[place].milliseconds)
            return line.contains(samples[place].rect, shape)
        }
    }

    /// Returns a sample as a key, with edges in tenths of a pixel.
    private func key(_ place: Int, _ growth: Double) -> PlannedKey {
        let sample = samples[place]
        let rect = sample.rect.insetBy(
            dx: -growth * (sample.rect.width / 2 + 1), dy: -growth * (sample.rect.height / 2 + 1))
        let x = (rect.minX * 10).rounded(.down) / 10
        let y = (rect.minY * 10).rounded(.down) / 10
        let (width, height) = (
            ((rect.maxX - x) * 10).rounded(.up) / 10, ((rect.maxY - y) * 10).rounded(.up) / 10
        )
        return PlannedKey(CGRect(x: x, y: y, width: width, height: height), milliseconds: sample.milliseconds)
    }
}

extension CGRect {
    /// The error of floating-point arithmetic, in shares of the size.
    private static let rounding = 1e-9

    /// Returns a rectangle whose shape contains that in this rectangle and that in another.
    func containing(_ other: CGRect, as shape: RedactedArea.Shape) -> CGRect {
        if contains(other, shape) { return self }
        if other.contains(self, shape) { return other }
        let both = union(other)
        guard shape == .ellipse else { return both }
        // The ellipse around both rectangles contains theirs.
        let growth = (2.0.squareRoot() - 1) / 2
        return both.insetBy(dx: -growth * both.width, dy: -growth * both.height)
    }

    /// Returns whether the shape in this rectangle contains that in another.
    fileprivate func contains(_ other: CGRect, _ shape: RedactedArea.Shape) -> Bool {
        guard shape == .ellipse else {
            let slack = Self.rounding * max(1, width, height)
            return encloses(other, slack: slack)
        }
        guard width > 0, height > 0 else { return false }
        // Where this ellipse is a unit circle, the other is in the circle around its middle with its longer radius.
        let offset = (other.center - center) / SIMD2(Double(width), Double(height)) * 2
        let radius = max(other.width / width, other.height / height)
        return (offset * offset).sum().squareRoot() + radius <= 1 + Self.rounding
    }
}
