// SPDX-License-Identifier: Apache-2.0

/// Follows the borders of objects, and those of the holes in them, with who surrounds whom.
///
/// The algorithm is the first of S. Suzuki and K. Abe, "Topological structural analysis of digitized binary images by border
/// following", Computer Vision, Graphics, and Image Processing 30 (1985): a scan from the top starts a border wherever an
/// unlabeled change between object and background is met, and labels its pixels while it follows them. Pixels of an object
/// touch at corners, too; those of a hole do not. Time and memory are linear in the number of pixels.
struct BorderTracer {
    /// A border, as places in ``Borders/points``.
    struct Border {
        /// Whether the border surrounds a hole, not an object.
        let isHole: Bool
        /// The border around this one; `nil` if there is none. It comes before this one.
        let parent: Int?
        /// The places of the points.
        fileprivate(set) var range: Range<Int>
    }

    /// The borders in the order in which a scan from the top meets them, and the pixels that they pass.
    struct Borders {
        fileprivate(set) var all: [Border] = []
        /// Columns and rows of pixels of objects, from the upper left.
        fileprivate(set) var points: [SIMD2<Int32>] = []
    }

    /// The labels of the pixels with a frame of background: 0 is background, 1 an object without a border so far, a larger
    /// number the last border that passed the pixel. It is negative where the border has background to its right.
    private var labels: [Int32]
    private let stride: Int
    private let height: Int
    /// The places of the eight neighbors relative to a pixel, clockwise on the screen from the one to the right.
    private let neighbors: [Int]
    private var borders = Borders()

    /// Returns the borders of the objects.
    /// - Parameters:
    ///   - objects: For each pixel, row by row from the top, whether it belongs to an object.
    ///   - width: The number of pixels in a row.
    static func borders(of objects: [Bool], width: Int) -> Borders {
        guard width > 0, objects.count >= width else { return Borders() }
        var tracer = BorderTracer(objects, width: width)
        tracer.scan()
        return tracer.borders
    }

    private init(_ objects: [Bool], width: Int) {
        stride = width + 2
        height = objects.count / width
        labels = [Int32](repeating: 0, count: stride * (height + 2))
        neighbors = [1, stride + 1, stride, stride - 1, -1, -stride - 1, -stride, -stride + 1]
        for row in 0..<height {
            let from = row * width
            let to = (row + 1) * stride + 1
            for column in 0..<width where objects[from + column] { labels[to + column] = 1 }
        }
    }

    /// Follows every border that a scan meets.
    private mutating func scan() {
        for row in 1...height {
            var last: Int32 = 1
            for place in row * stride + 1..<(row + 1) * stride - 1 where labels[place] != 0 {
                if labels[place] == 1, labels[place - 1] == 0 {
                    follow(from: place, entering: neighborIndex(of: -1), isHole: false, last: last)
                } else if labels[place] >= 1, labels[place + 1] == 0 {
                    if labels[place] > 1 { last = labels[place] }
                    follow(from: place, entering: neighborIndex(of: 1), isHole: true, last: last)
                }
                if labels[place] != 1 { last = abs(labels[place]) }
            }
        }
    }

    private func neighborIndex(of step: Int) -> Int { step == 1 ? 0 : 4 }

    /// Returns the border around a new one, given the last border that was met in its row; 1 is the frame.
    private func parent(isHole: Bool, last: Int32) -> Int? {
        guard last > 1 else { return nil }
        let index = Int(last) - 2
        // Borders of the same kind stand side by side.
        return borders.all[index].isHole == isHole ? borders.all[index].parent : index
    }

    /// Follows a border and labels it.
    /// - Parameters:
    ///   - start: The place where it was met.
    ///   - direction: The index of the neighbor that is background.
    ///   - isHole: Whether it surrounds a hole.
    ///   - last: The label of the last border that was met in the row.
    private mutating func follow(from start: Int, entering direction: Int, isHole: Bool, last: Int32) {
        let first = borders.points.count
        let label = Int32(borders.all.count + 2)
        borders.all.append(Border(isHole: isHole, parent: parent(isHole: isHole, last: last), range: first..<first))
        trace(from: start, entering: direction, label: label)
        borders.all[borders.all.count - 1].range = first..<borders.points.count
    }

    private mutating func trace(from start: Int, entering direction: Int, label: Int32) {
        guard let before = (0..<8).map({ (direction + $0) % 8 }).first(where: { labels[start + neighbors[$0]] != 0 })
        else {
            labels[start] = -label
            return append(start)
        }
        let end = start + neighbors[before]
        var place = start
        var from = before
        while true {
            // Counterclockwise from the pixel that the border came from.
            var next = from
            var passesRight = false
            repeat {
                next = (next + 7) % 8
                if labels[place + neighbors[next]] != 0 { break }
                if next == 0 { passesRight = true }
            } while next != from
            if passesRight {
                labels[place] = -label
            } else if labels[place] == 1 {
                labels[place] = label
            }
            append(place)
            let following = place + neighbors[next]
            if following == start, place == end { return }
            place = following
            from = (next + 4) % 8
        }
    }

    private mutating func append(_ place: Int) {
        let (row, column) = place.quotientAndRemainder(dividingBy: stride)
        borders.points.append(SIMD2(Int32(column - 1), Int32(row - 1)))
    }
}
