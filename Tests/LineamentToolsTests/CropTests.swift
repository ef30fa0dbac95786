// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentTools
import TestSupport
import Testing

@Suite struct CropTests {
    private static let size = CGSize(width: 900, height: 700)

    /// Returns a face whose points for ArcFace are where a transform takes those of the template.
    private static func face(_ place: (SIMD2<Double>) -> SIMD2<Double>) -> FaceLandmarks {
        var points = [SIMD2<Double>](repeating: place([56, 70]), count: 478)
        for (index, point) in zip([468, 473, 1, 61, 291], template) { points[index] = place(point) }
        for index in [33, 160, 158, 133, 153, 144] { points[index] = place([38.3, 51.7]) }
        for index in [362, 385, 387, 263, 373, 380] { points[index] = place([73.5, 51.5]) }
        points[152] = place([56, 112])
        points[9] = place([56, 46])
        return FaceLandmarks(
            points.map {
                NormalizedLandmark(
                    x: Float($0.x / size.width), y: Float($0.y / size.height), z: 0, visibility: nil, presence: nil)
            })
    }

    private static let template: [SIMD2<Double>] = [
        [38.2946, 51.6963], [73.5318, 51.5014], [56.0252, 71.7366], [41.5493, 92.3655], [70.7299, 92.2041],
    ]

    private static func turned(_ point: SIMD2<Double>, by angle: Double, scale: Double) -> SIMD2<Double> {
        SIMD2(
            400 + scale * (cos(angle) * point.x - sin(angle) * point.y),
            200 + scale * (sin(angle) * point.x + cos(angle) * point.y))
    }

    /// A face that is the template, turned and scaled, is put exactly into its place.
    @Test(arguments: [(0.0, 1.0), (0.4, 2.5), (-1.2, 0.3), (3.0, 1.7)], [112, 224, 128, 256])
    func arcfacePutsPointsInPlace(turn: (Double, Double), side: Int) throws {
        let face = Self.face { Self.turned($0, by: turn.0, scale: turn.1) }
        let transform = try #require(CropTransform(face, in: Self.size, template: .arcface(side: side)))
        let (factor, shift) = side % 112 == 0 ? (Double(side) / 112, 0.0) : (Double(side) / 128, Double(side) / 16)
        for point in Self.template {
            let place = transform(point.x * factor + shift, point.y * factor)
            let expected = Self.turned(point, by: turn.0, scale: turn.1)
            #expect(abs(place.x - expected.x) < 0.01)
            #expect(abs(place.y - expected.y) < 0.01)
        }
    }

    /// The fit is the best: its squared error grows whichever way it is changed.
    @Test func fitsAreLeastSquares() throws {
        var random = SeededGenerator(seed: 5)
        let face = Self.face { point in
            Self.turned(point, by: 0.3, scale: 2)
                + SIMD2(Double.random(in: -5...5, using: &random), Double.random(in: -5...5, using: &random))
        }
        let t = try #require(CropTransform(face, in: Self.size, template: .arcface(side: 112)))
        // From the image to the template.
        let norm = t.a * t.a + t.b * t.b
        let (a, b) = (t.a / norm, -t.b / norm)
        let (c, d) = (-(a * t.c - b * t.d), -(b * t.c + a * t.d))
        let points = [468, 473, 1, 61, 291].map {
            SIMD2(Double(face[$0].x) * Self.size.width, Double(face[$0].y) * Self.size.height)
        }
        func error(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
            zip(points, Self.template).reduce(0) { sum, pair in
                let (p, q) = pair
                let offset = SIMD2(a * p.x - b * p.y + c, b * p.x + a * p.y + d) - q
                return sum + (offset * offset).sum()
            }
        }
        let least = error(a, b, c, d)
        for (index, step) in [1e-4, 1e-4, 0.01, 0.01].enumerated() {
            for sign in [-1.0, 1] {
                var changed = [a, b, c, d]
                changed[index] += sign * step
                #expect(error(changed[0], changed[1], changed[2], changed[3]) > least)
            }
        }
    }

    /// The eyes of the template are a third of the way down; they are level, and in the middle.
    @Test func templatesAreUpright() throws {
        let face = Self.face { Self.turned($0, by: 0.5, scale: 2) }
        for template in [CropTemplate.ffhq(side: 200), .square(side: nil, margin: 0.25), .passport(height: 450)] {
            let transform = try #require(CropTransform(face, in: Self.size, template: template))
            #expect(abs(atan2(transform.b, transform.a) - 0.5) < 0.02, "\(template)")
            let eyes = Self.turned([55.9, 51.6], by: 0.5, scale: 2)
            let norm = transform.scale * transform.scale
            let (x, y) = (eyes.x - transform.c, eyes.y - transform.d)
            let place = (
                x: (transform.a * x + transform.b * y) / norm / Double(transform.width),
                y: (transform.a * y - transform.b * x) / norm / Double(transform.height)
            )
            #expect(abs(place.x - 0.5) < 0.02, "\(template)")
            if case .passport = template {
                #expect(abs(place.y - 0.4) < 0.01)
                #expect(transform.width == 350)
            }
        }
    }

    @Test func impossibleFacesHaveNoCrop() {
        let same = Self.face { _ in SIMD2(100, 100) }
        let nowhere = Self.face { _ in SIMD2(.nan, 0) }
        for face in [same, nowhere] {
            for template in [
                CropTemplate.arcface(side: 112), .ffhq(side: 64), .square(side: nil, margin: 0), .passport(height: 90),
            ] {
                #expect(CropTransform(face, in: Self.size, template: template) == nil, "\(template)")
            }
        }
        let face = Self.face { Self.turned($0, by: 0, scale: 1) }
        #expect(CropTransform(face, in: Self.size, template: .arcface(side: 0)) == nil)
        #expect(CropTransform(face, in: Self.size, template: .ffhq(side: 100_000)) == nil)
    }

    /// Neither numbers that no image has nor too few landmarks end the program or take its time.
    @Test(arguments: [Float.infinity, -.infinity, .nan, 1e30, -1e30, 3e38, 1e6, 1e-30])
    func wildFacesHaveNoCrop(value: Float) throws {
        let image = try PixelBuffer.noise(90, 70, .rgb8)
        let size = CGSize(width: 90, height: 70)
        let templates = [
            CropTemplate.arcface(side: 112), .ffhq(side: 64), .square(side: nil, margin: 4),
            .square(side: 40, margin: 0),
            .passport(height: 90),
        ]
        var random = SeededGenerator(seed: 3)
        for wild in [1, 30, 478] {
            let whole = Self.face { SIMD2(20, 10) + $0 / 4 }
            let places = Set((0..<478).shuffled(using: &random).prefix(wild))
            let points = whole.enumerated().map { index, point in
                places.contains(index)
                    ? NormalizedLandmark(
                        x: Bool.random(using: &random) ? value : -value, y: value, z: value, visibility: nil,
                        presence: nil) : point
            }
            for template in templates {
                guard let transform = CropTransform(FaceLandmarks(points), in: size, template: template) else {
                    continue
                }
                let crop = try image.cropped(transform)
                #expect(crop.width == transform.width)
                #expect(crop.height == transform.height)
            }
        }
        #expect(CropTransform(FaceLandmarks([]), in: size, template: .ffhq(side: 64)) == nil)
        let box = CGRect(x: Double(value), y: 0, width: Double(value), height: 5)
        for margin in [0.1, Double(value)] {
            _ = try CropTransform(box: box, margin: margin, in: size, longerSide: 64).map(image.cropped)
        }
    }

    /// A crop of 2048 × 2048 pixels, a few of which are of the image, takes less than one as large as the image.
    @Test(arguments: [CropTemplate.arcface(side: 2016), .ffhq(side: 2048)])
    func timeGrowsWithThePartInsideTheImage(template: CropTemplate) throws {
        let image = try PixelBuffer.noise(900, 700, .rgb8)
        func time(_ scale: Double) throws -> Duration {
            let face = Self.face { point in SIMD2(400, 300) + (point - 56) * scale }
            let transform = try #require(CropTransform(face, in: Self.size, template: template))
            return try ContinuousClock().measure { _ = try image.cropped(transform) }
        }
        // Faces of a tenth of the image's width, and of 400 and 40,000 times as much.
        let usual = try min(time(1), time(1))
        #expect(try min(time(400), time(400)) < usual * 4)
        #expect(try min(time(40_000), time(40_000)) < usual * 4)
    }

    /// A gradient stays one, whether it is reduced or enlarged, and what is outside is black.
    @Test(arguments: [0.25, 0.5, 1, 3, 7.5]) func gradientsAreKept(scale: Double) throws {
        let side = 200
        var bytes: [UInt8] = []
        for row in 0..<side { for column in 0..<side { bytes += [UInt8(column), UInt8(row), 7] } }
        let image = try PixelBuffer(copying: bytes, width: side, height: side, format: .rgb8)
        let face = Self.face { point in SIMD2(20, 10) + point * scale }
        let transform = try #require(CropTransform(face, in: Self.size, template: .arcface(side: 112)))
        let crop = try image.cropped(transform).rgbBytes
        func pixel(_ x: Int, _ y: Int) -> [Double] {
            let start = 3 * (y * 112 + x)
            return crop[start..<start + 3].map { Double($0) }
        }
        for (x, y) in [(8, 8), (20, 40), (50, 5)] {
            let place = transform(Double(x), Double(y))
            guard place.x < 190, place.y < 190 else { continue }
            let color = pixel(x, y)
            #expect(abs(color[0] - place.x) <= 0.6, "\(scale)")
            #expect(abs(color[1] - place.y) <= 0.6, "\(scale)")
            #expect(color[2] == 7, "\(scale)")
        }
        if scale > 3 { #expect(pixel(111, 111) == [0, 0, 0]) }
    }
}
