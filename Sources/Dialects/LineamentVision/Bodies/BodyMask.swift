// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The probability that each pixel of an upright image shows a person, 0 to 1, row by row from the upper left.
struct BodyMask: Sendable {
    let width: Int
    let height: Int
    private(set) var values: [Float]

    /// Creates an empty mask.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        values = [Float](repeating: 0, count: width * height)
    }

    /// Adds a person: each pixel keeps the larger probability.
    /// - Parameters:
    ///   - person: The mask of a part of the image.
    ///   - origin: The upper left corner of that part, in pixels.
    mutating func add(_ person: Mask, at origin: SIMD2<Float>) {
        let left = Int(origin.x)
        let top = Int(origin.y)
        let columns = min(person.width, width - left)
        let rows = min(person.height, height - top)
        guard columns > 0, rows > 0 else { return }
        let width = width
        person.withUnsafeFloats { source in
            values.withUnsafeMutableBufferPointer { target in
                for row in 0..<rows {
                    let from = row * person.width
                    let to = (top + row) * width + left
                    for column in 0..<columns {
                        target[to + column] = max(target[to + column], source[from + column])
                    }
                }
            }
        }
    }
}
