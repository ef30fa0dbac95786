// SPDX-License-Identifier: Apache-2.0
import Foundation
import LineamentVision
import TestSupport
import Testing

/// Areas and lengths of contours, and circles around points.
@Suite struct GeometryUtilsTests {
    /// Returns the contour of a black rectangle, given in pixels from the lower left corner, in a white image of 200x100.
    private static func contour(of rect: CGRect) throws -> VNContour {
        let context = try #require(
            CGContext(
                data: nil, width: 200, height: 100, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(CGColor(gray: 1, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 200, height: 100))
        context.setFillColor(CGColor(gray: 0, alpha: 1))
        context.fill(rect)
        let request = VNDetectContoursRequest()
        try VNImageRequestHandler(cgImage: #require(context.makeImage())).perform([request])
        return try #require(request.results?.first?.topLevelContours.first)
    }

    /// The line is through the centers of pixels, so that its sides are 40 and 30 pixels.
    @Test func sizesAreInHeightsOfTheImage() throws {
        let contour = try Self.contour(of: CGRect(x: 50, y: 20, width: 41, height: 31))
        var (area, signed, perimeter) = (0.0, 0.0, 0.0)
        try VNGeometryUtils.calculateArea(&area, for: contour, orientedArea: false)
        try VNGeometryUtils.calculateArea(&signed, for: contour, orientedArea: true)
        try VNGeometryUtils.calculatePerimeter(&perimeter, for: contour)
        #expect(abs(area - 0.4 * 0.3) < 1e-6)
        #expect(abs(perimeter - 1.4) < 1e-5)
        // The first point is the upper left one, and the second is on the left side below it: counterclockwise.
        let points = contour.normalizedPoints
        #expect(points[0].x == points[1].x)
        #expect(points[0].y > points[1].y)
        #expect(signed == area)

        let circle = try VNGeometryUtils.boundingCircle(for: contour)
        #expect(abs(circle.radius - 0.25) < 1e-6)
        #expect(abs(circle.diameter - 0.5) < 1e-6)
        #expect(abs(circle.center.x / Double(contour.aspectRatio) - 70.5 / 200) < 1e-6)
        #expect(abs(circle.center.y - 35.5 / 100) < 1e-6)
    }

    @Test func aPointHasNeitherAreaNorLength() throws {
        let contour = try Self.contour(of: CGRect(x: 50, y: 20, width: 1, height: 1))
        var (area, perimeter) = (1.0, 1.0)
        try VNGeometryUtils.calculateArea(&area, for: contour, orientedArea: true)
        try VNGeometryUtils.calculatePerimeter(&perimeter, for: contour)
        #expect(area == 0)
        #expect(perimeter == 0)
        #expect(try VNGeometryUtils.boundingCircle(for: contour).radius == 0)
    }

    /// The smallest circle is the smallest of those through two or three of the points that has all of them inside.
    @Test(arguments: 1...40) func circlesAreTheSmallest(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        // Small whole coordinates bring equal points, points on a line and several on one circle.
        let range = seed % 2 == 0 ? 0...3 : -1000...1000
        let points = (0..<Int.random(in: 1...9, using: &random)).map { _ in
            VNPoint(
                x: Double(Int.random(in: range, using: &random)), y: Double(Int.random(in: range, using: &random)))
        }
        let circle = try VNGeometryUtils.boundingCircle(for: points)
        #expect(points.allSatisfy { circle.contains($0) })
        let least = Self.circles(through: points).filter { candidate in
            points.allSatisfy { candidate.center.distance($0) <= candidate.radius + 1e-7 }
        }.map(\.radius).min()
        #expect(abs(circle.radius - (try #require(least))) < 1e-6)
    }

    private static func circles(through points: [VNPoint]) -> [VNCircle] {
        var found = points.map { VNCircle(center: $0, radius: 0) }
        for (first, one) in points.enumerated() {
            for (second, other) in points.enumerated().dropFirst(first + 1) {
                let middle = VNPoint(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
                found.append(VNCircle(center: middle, diameter: one.distance(other)))
                for third in points.dropFirst(second + 1) {
                    let (ax, ay, bx, by) = (other.x - one.x, other.y - one.y, third.x - one.x, third.y - one.y)
                    let double = 2 * (ax * by - ay * bx)
                    guard double != 0 else { continue }
                    let (a, b) = (ax * ax + ay * ay, bx * bx + by * by)
                    let center = VNPoint(x: one.x + (by * a - ay * b) / double, y: one.y + (ax * b - bx * a) / double)
                    found.append(VNCircle(center: center, radius: center.distance(one)))
                }
            }
        }
        return found
    }

    @Test func manyPointsOnACircleTakeLittleTime() throws {
        let points = (0..<200_000).map { index in
            let angle = Double(index) / 200_000 * 2 * .pi
            return SIMD2<Float>(Float(3 + 2 * cos(angle)), Float(-1 + 2 * sin(angle)))
        }
        let circle = try VNGeometryUtils.boundingCircle(forSIMDPoints: points, pointCount: points.count)
        #expect(abs(circle.radius - 2) < 1e-5)
        #expect(abs(circle.center.x - 3) < 1e-5)
        #expect(abs(circle.center.y + 1) < 1e-5)
    }

    @Test func circlesNeedFinitePoints() {
        let wrong: [[VNPoint]] = [[], [VNPoint(x: .nan, y: 0)], [.zero, VNPoint(x: 1, y: .infinity)]]
        for points in wrong {
            let error = #expect(throws: NSError.self) { try VNGeometryUtils.boundingCircle(for: points) }
            #expect(error?.code == VNErrorCode.invalidArgument.rawValue)
        }
        for count in [0, -1] {
            #expect(throws: NSError.self) {
                try VNGeometryUtils.boundingCircle(forSIMDPoints: [SIMD2(1, 2)], pointCount: count)
            }
        }
    }

    @Test func circlesTellWhatTheyContain() {
        let circle = VNCircle(center: VNPoint(x: 1, y: 1), diameter: 4)
        #expect(circle.contains(VNPoint(x: 3, y: 1)))
        #expect(!circle.contains(VNPoint(x: 3.1, y: 1)))
        #expect(circle.contains(VNPoint(x: 3.4, y: 1), inCircumferentialRingOfWidth: 1))
        #expect(circle.contains(VNPoint(x: 2.6, y: 1), inCircumferentialRingOfWidth: 1))
        #expect(!circle.contains(VNPoint(x: 3.6, y: 1), inCircumferentialRingOfWidth: 1))
        #expect(!circle.contains(VNPoint(x: 1, y: 1), inCircumferentialRingOfWidth: 1))
        #expect(circle == VNCircle(center: VNPoint(x: 1, y: 1), radius: 2))
        #expect(circle != .zero)
        #expect(circle.hash == VNCircle(center: VNPoint(x: 1, y: 1), radius: 2).hash)
    }
}
