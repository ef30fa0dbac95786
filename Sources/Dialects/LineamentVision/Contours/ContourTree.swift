// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The contours of an image, with their points in one list. Contours around others come before them.
final class ContourTree: Sendable {
    /// All points, contour after contour, normalized to the image, from its lower left corner.
    let points: [SIMD2<Float>]
    /// Where each contour's points start, and where the last one's end.
    let starts: [Int]
    /// The contour around each one; -1 if there is none.
    let parents: [Int]
    /// The width of the image divided by its height.
    let aspectRatio: Float
    /// The contours without one around them.
    let roots: [Int]
    /// Those inside of each contour, one contour's after another's, and where these start.
    private let children: [Int]
    private let childStarts: [Int]

    /// Creates a tree, or returns `nil` if these lists do not describe one.
    init?(points: [SIMD2<Float>], starts: [Int], parents: [Int], aspectRatio: Float) {
        let count = parents.count
        guard starts.count == count + 1, starts.first == 0, starts.last == points.count,
            zip(starts, starts.dropFirst()).allSatisfy(<),
            parents.enumerated().allSatisfy({ $0.element >= -1 && $0.element < $0.offset })
        else { return nil }
        self.points = points
        self.starts = starts
        self.parents = parents
        self.aspectRatio = aspectRatio
        roots = parents.indices.filter { parents[$0] < 0 }
        var ends = [Int](repeating: 0, count: count + 1)
        for parent in parents where parent >= 0 { ends[parent + 1] += 1 }
        for index in 0..<count { ends[index + 1] += ends[index] }
        childStarts = ends
        var list = [Int](repeating: 0, count: ends[count])
        for (index, parent) in parents.enumerated() where parent >= 0 {
            list[ends[parent]] = index
            ends[parent] += 1
        }
        children = list
    }

    /// Creates a tree from borders that were found in a part of an image.
    /// - Parameters:
    ///   - borders: The borders, in pixels of the part or of a smaller copy of it.
    ///   - size: The size of that copy, in pixels.
    ///   - part: The part.
    convenience init?(_ borders: BorderTracer.Borders, size: SIMD2<Float>, of part: ImagePart) {
        let step = part.size / size
        let points = borders.points.map { point in
            let place = part.origin + (SIMD2<Float>(Float(point.x), Float(point.y)) + 0.5) * step
            let fraction = place / part.imageSize
            return SIMD2(fraction.x, 1 - fraction.y)
        }
        self.init(
            points: points, starts: [0] + borders.all.map(\.range.upperBound),
            parents: borders.all.map { $0.parent ?? -1 }, aspectRatio: part.imageSize.x / part.imageSize.y)
    }

    /// The number of contours.
    var count: Int { parents.count }

    /// Returns the contours inside of another, without those inside of them.
    func children(of index: Int) -> ArraySlice<Int> { children[childStarts[index]..<childStarts[index + 1]] }

    /// Returns the points of a contour.
    func points(of index: Int) -> ArraySlice<SIMD2<Float>> { points[starts[index]..<starts[index + 1]] }

    /// Returns the place of a contour among those of its parent, the place of that one among its parent's, and so on,
    /// outermost first.
    func path(to index: Int) -> IndexPath {
        var places: [Int] = []
        var index = index
        while parents[index] >= 0 {
            places.append(Self.place(of: index, in: children(of: parents[index])))
            index = parents[index]
        }
        places.append(Self.place(of: index, in: roots[...]))
        return IndexPath(indexes: places.reversed())
    }

    /// Returns where a contour is among siblings, which are in ascending order.
    private static func place(of index: Int, in siblings: ArraySlice<Int>) -> Int {
        var range = siblings.indices
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range = siblings[middle] <= index ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound - siblings.startIndex
    }

    /// Returns the contour at a path; `nil` if there is none.
    func index(at path: IndexPath) -> Int? {
        guard let first = path.first, roots.indices.contains(first) else { return nil }
        return path.dropFirst().reduce(roots[first] as Int?) { parent, place in
            guard let parent else { return nil }
            let inner = children(of: parent)
            return place >= 0 && place < inner.count ? inner[inner.startIndex + place] : nil
        }
    }
}

extension ContourTree: Equatable {
    /// Returns whether both have the same contours.
    static func == (left: ContourTree, right: ContourTree) -> Bool {
        left === right
            || left.points == right.points && left.starts == right.starts && left.parents == right.parents
                && left.aspectRatio == right.aspectRatio
    }
}
