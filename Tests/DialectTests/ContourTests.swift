// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentVision

/// Borders of objects in made-up images, step by step.
@Suite struct ContourTests {
    /// Returns the pixels of a drawing, in which objects are `#`.
    private static func objects(_ rows: [String]) -> (objects: [Bool], width: Int) {
        (rows.flatMap { $0.map { $0 == "#" } }, rows[0].count)
    }

    private static func borders(_ rows: [String]) -> BorderTracer.Borders {
        let (objects, width) = objects(rows)
        return BorderTracer.borders(of: objects, width: width)
    }

    @Test func aRingWithADotInsideHasThreeBorders() {
        let found = Self.borders([
            ".......",
            ".#####.",
            ".#...#.",
            ".#.#.#.",
            ".#...#.",
            ".#####.",
        ])
        #expect(found.all.map(\.isHole) == [false, true, false])
        #expect(found.all.map(\.parent) == [nil, 0, 1])
        // The hole's border is that of the pixels around it, which touch its corners not at all.
        #expect(found.all.map(\.range.count) == [16, 12, 1])
        #expect(found.points[found.all[0].range.lowerBound] == SIMD2(1, 1))
        #expect(found.points[found.all[2].range] == [SIMD2(3, 3)])
    }

    @Test func aLineIsPassedOnBothSides() {
        let found = Self.borders(["....", ".###", "...."])
        #expect(found.points == [SIMD2(1, 1), SIMD2(2, 1), SIMD2(3, 1), SIMD2(2, 1)])
    }

    @Test(arguments: [0, 1, 2, 5]) func imagesWithoutBordersHaveNone(width: Int) {
        #expect(BorderTracer.borders(of: [Bool](repeating: false, count: width * 3), width: width).all.isEmpty)
    }

    @Test func imagesOfOneObjectHaveOneBorder() {
        let one = BorderTracer.borders(of: [true], width: 1)
        #expect(one.all.count == 1)
        #expect(one.points == [SIMD2(0, 0)])
        let full = BorderTracer.borders(of: [Bool](repeating: true, count: 20), width: 5)
        #expect(full.all.count == 1)
        #expect(full.points.count == 14)
        let row = BorderTracer.borders(of: [Bool](repeating: true, count: 5), width: 5)
        #expect(row.all.count == 1)
        #expect(row.points.count == 8)
    }

    /// Objects and holes are counted in another way, by filling them.
    @Test(arguments: 0..<40) func bordersAreThoseOfObjectsAndHoles(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 1...24, using: &random), Int.random(in: 1...24, using: &random))
        let density = Double.random(in: 0.2...0.8, using: &random)
        let objects = (0..<width * height).map { _ in Double.random(in: 0..<1, using: &random) < density }
        let found = BorderTracer.borders(of: objects, width: width)

        let framed = Framed(objects, width: width)
        #expect(found.all.filter { !$0.isHole }.count == framed.components(of: true))
        #expect(found.all.filter(\.isHole).count == framed.components(of: false) - 1)
        for (index, border) in found.all.enumerated() {
            if let parent = border.parent {
                try #require(parent < index)
                #expect(found.all[parent].isHole != border.isHole)
            } else {
                #expect(!border.isHole)
            }
            let points = Array(found.points[border.range])
            #expect(!points.isEmpty)
            for (point, next) in zip(points, points.dropFirst() + points.prefix(1)) {
                let step = next &- point
                #expect(abs(step.x) <= 1)
                #expect(abs(step.y) <= 1)
                #expect(objects[Int(point.y) * width + Int(point.x)])
            }
        }
        // A pixel has at most four borders.
        #expect(found.points.count <= 4 * objects.count)
    }

    @Test func manyNestedRingsAreNested() throws {
        let side = 401
        let objects = (0..<side * side).map { place in
            let (row, column) = place.quotientAndRemainder(dividingBy: side)
            return min(min(row, column), side - 1 - max(row, column)) % 2 == 0
        }
        let found = BorderTracer.borders(of: objects, width: side)
        #expect(found.all.count == 201)
        #expect(found.all.enumerated().allSatisfy { $0.element.parent == ($0.offset == 0 ? nil : $0.offset - 1) })
    }

    @Test(arguments: 0..<12) func smallerImagesAreMeans(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random))
        let bytes = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
        let limit = Int.random(in: 1...100, using: &random)
        let pixels = try PixelBuffer(copying: bytes, width: width, height: height, format: .gray8)
        let gray = try GrayImage(pixels, maximumDimension: limit)
        #expect(max(gray.width, gray.height) == min(limit, max(width, height)))
        #expect(min(gray.width, gray.height) >= 1)
        func shares(_ target: Int, _ count: Int, _ source: Int) -> [Double] {
            let (start, end) = (Double(target * source) / Double(count), Double((target + 1) * source) / Double(count))
            return (0..<source).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) / (end - start) }
        }
        for row in 0..<gray.height {
            let rows = shares(row, gray.height, height)
            for column in 0..<gray.width {
                let columns = shares(column, gray.width, width)
                var mean = 0.0
                for (place, byte) in bytes.enumerated() {
                    mean += Double(byte) * rows[place / width] * columns[place % width]
                }
                #expect(abs(Double(gray.levels[row * gray.width + column]) - mean) < 0.51)
            }
        }
    }

    @Test func brightnessIsThatOfTheColor() throws {
        let red = try PixelBuffer(copying: [255, 0, 0, 9, 255, 255, 255, 9], width: 2, height: 1, format: .rgba8)
        #expect(try GrayImage(red, maximumDimension: 64).levels == [76, 255])
        let blue = try PixelBuffer(copying: [255, 0, 0, 9, 0, 0, 0, 9], width: 2, height: 1, format: .bgra8)
        #expect(try GrayImage(blue, maximumDimension: 64).levels == [29, 0])
        let luma: [UInt8] = [16, 235, 126, 0, 128, 128]
        let video = try PixelBuffer(copying: luma, width: 2, height: 2, format: .nv12VideoRange)
        #expect(try GrayImage(video, maximumDimension: 64).levels == [0, 255, 128, 0])
    }

    @Test func thresholdsFollowContrastAndPivot() throws {
        let image = GrayImage(width: 256, height: 1, levels: (0...255).map { UInt8($0) })
        func darkest(_ threshold: ObjectThreshold) -> Int { threshold.objects(in: image).filter(\.self).count }
        #expect(darkest(ObjectThreshold()) == 128)
        #expect(darkest(ObjectThreshold(contrast: 1, pivot: 0.2)) == 128)
        #expect(darkest(ObjectThreshold(contrast: 2, pivot: 0.3)) == 102)
        #expect(darkest(ObjectThreshold(contrast: 0, pivot: 0.5)) == 0)
        #expect(darkest(ObjectThreshold(isDarkOnLight: false)) == 128)
        let dim = GrayImage(width: 4, height: 1, levels: [20, 22, 60, 64])
        #expect(ObjectThreshold(pivot: nil).objects(in: dim) == [true, true, false, false])
        #expect(ObjectThreshold().objects(in: dim) == [true, true, true, true])
        let uniform = GrayImage(width: 2, height: 1, levels: [90, 90])
        #expect(ObjectThreshold(pivot: nil).objects(in: uniform) == [false, false])
    }

    @Test func simplifiedLinesKeepTheirCorners() {
        let square = (0..<40).map { index -> SIMD2<Float> in
            let (side, step) = index.quotientAndRemainder(dividingBy: 10)
            let part = Float(step) / 10
            return [[part, 0], [1, part], [1 - part, 1], [0, 1 - part]][side]
        }
        #expect(PolygonSimplification.simplified(square, tolerance: 0.01) == [[0, 0], [1, 0], [1, 1], [0, 1]])
        #expect(PolygonSimplification.simplified(square, tolerance: 10) == [[0, 0], [1, 1]])
        #expect(PolygonSimplification.simplified([], tolerance: 0).isEmpty)
        #expect(PolygonSimplification.simplified([[1, 2]], tolerance: 0) == [[1, 2]])
        #expect(PolygonSimplification.simplified([[1, 2], [1, 2]], tolerance: 0) == [[1, 2]])
        let circle = (0..<1000).map { SIMD2(cos(Float($0) * .pi / 500), sin(Float($0) * .pi / 500)) }
        let rough = PolygonSimplification.simplified(circle, tolerance: 0.01)
        #expect(rough.count > 15)
        #expect(rough.count < 50)
        for point in circle {
            let distances = zip(rough, rough.dropFirst() + rough.prefix(1)).map {
                PolygonSimplification.squaredDistance(of: point, toSegmentFrom: $0, to: $1)
            }
            #expect((distances.min() ?? 1) < 0.010_1 * 0.010_1)
        }
    }

    @Test func listsThatAreNoTreeAreRefused() {
        let points = [SIMD2<Float>](repeating: .zero, count: 3)
        #expect(ContourTree(points: points, starts: [0, 1, 3], parents: [-1, 0], aspectRatio: 1) != nil)
        #expect(ContourTree(points: [], starts: [0], parents: [], aspectRatio: 1) != nil)
        for (starts, parents) in [
            ([0, 1, 3], [-1, 1]), ([0, 1, 3], [0, -1]), ([0, 1, 2], [-1, 0]), ([0, 3, 3], [-1, 0]), ([0, 3], [-2]),
            ([0, -1, 3], [-1, -1]), ([3], []),
        ] {
            #expect(ContourTree(points: points, starts: starts, parents: parents, aspectRatio: 1) == nil)
        }
    }
}

/// Pixels with a frame of background.
private struct Framed {
    private let values: [Bool]
    private let stride: Int

    init(_ objects: [Bool], width: Int) {
        stride = width + 2
        var values = [Bool](repeating: false, count: stride * (objects.count / width + 2))
        for (place, value) in objects.enumerated() {
            values[(place / width + 1) * stride + place % width + 1] = value
        }
        self.values = values
    }

    /// Returns the number of connected parts of objects, whose pixels touch at corners too, or of background.
    func components(of value: Bool) -> Int {
        let sides = [1, -1, stride, -stride]
        let corners = [stride + 1, stride - 1, -stride + 1, -stride - 1]
        var seen = Set<Int>()
        return values.indices.count { start in
            guard values[start] == value, seen.insert(start).inserted else { return false }
            var open = [start]
            while let place = open.popLast() {
                for step in value ? sides + corners : sides {
                    let next = place + step
                    let staysInRow = abs(next % stride - place % stride) <= 1
                    if values.indices.contains(next), staysInRow, values[next] == value, seen.insert(next).inserted {
                        open.append(next)
                    }
                }
            }
            return true
        }
    }
}
