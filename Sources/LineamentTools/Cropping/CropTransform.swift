// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// The way from a crop's pixels to those of the image it is cut from: a rotation, a scale and a translation.
public struct CropTransform: Sendable, Hashable {
    /// The pixels of the image that one pixel of the crop to the right is: `x' = a·x − b·y + c`, `y' = b·x + a·y + d`.
    public let a, b, c, d: Double
    /// The size of the crop, in pixels.
    public let width, height: Int
    /// Whether what is outside of the image is filled by reflection, up to one width or height of the image away; otherwise
    /// it is black.
    public let reflects: Bool

    /// The pixels of the image along a side of a crop's pixel.
    public var scale: Double { (a * a + b * b).squareRoot() }

    /// Returns a place in the image, in pixels.
    public func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (a * x - b * y + c, b * x + a * y + d)
    }

    /// Creates the transform for a face.
    /// - Parameters:
    ///   - landmarks: The 478 landmarks of the face, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    ///   - template: Where the face is placed.
    /// - Returns: `nil` if the landmarks are fewer, too close together, farther apart than those of any image, or no
    ///   numbers, or if the size is not 1 to 8192 pixels.
    public init?(_ landmarks: FaceLandmarks, in size: CGSize, template: CropTemplate) {
        guard landmarks.count >= FacePoints.count else { return nil }
        let pixels = SIMD2(Double(size.width), Double(size.height))
        let points = FacePoints(landmarks.map { SIMD2(Double($0.x), Double($0.y)) * pixels })
        let made: CropTransform? =
            switch template {
            case .arcface(let side): .arcface(points, side: side)
            case .ffhq(let side): .ffhq(points, side: side)
            case .square(let side, let margin): .square(points, side: side, margin: margin)
            case .passport(let height): .passport(points, height: height)
            }
        guard let made, made.scale > 1e-6, made.scale < Double(PixelBuffer.maximumSide), made.c.isFinite,
            made.d.isFinite, (1...8192).contains(made.width), (1...8192).contains(made.height)
        else { return nil }
        self = made
    }

    /// Creates the transform for a box with a margin, as far as both are in the image, without rotation.
    /// - Parameters:
    ///   - box: The box, in pixels of the image.
    ///   - margin: The margin on each side, as a fraction of the longer side of the box.
    ///   - size: The size of the image, in pixels.
    ///   - longerSide: The longer side of the crop, in pixels; `nil` for that in the image.
    /// - Returns: `nil` if the box has no area in the image, or the size is not 1 to 8192 pixels.
    public init?(box: CGRect, margin: Double, in size: CGSize, longerSide: Int?) {
        let margin = margin * max(box.width, box.height)
        // Foundation's intersection ends the process for edges that are NaN.
        let edges = [box.minX - margin, box.minY - margin, box.maxX + margin, box.maxY + margin]
        guard edges.allSatisfy(\.isFinite), size.width.isFinite, size.height.isFinite else { return nil }
        let box = CGRect(
            x: max(0, edges[0]), y: max(0, edges[1]), width: min(size.width, edges[2]) - max(0, edges[0]),
            height: min(size.height, edges[3]) - max(0, edges[1]))
        // A rectangle tells the absolute values of negative sizes.
        guard box.size.width > 0, box.size.height > 0 else { return nil }
        let length = max(box.width, box.height)
        let scale = length / Double(longerSide ?? Int(max(1, min(8192, length.rounded()))))
        let width = (box.width / scale).rounded()
        let height = (box.height / scale).rounded()
        guard (1...8192).contains(width), (1...8192).contains(height) else { return nil }
        // The box's edges are those of pixels, whose centers are at integers.
        let origin = SIMD2(box.minX, box.minY) + (scale - 1) / 2
        self.init(xAxis: [scale, 0], origin: origin, width: Int(width), height: Int(height))
    }

    /// Creates the transform that fills a size with the middle of an image, without distorting it.
    package init(filling size: (width: Int, height: Int), from image: (width: Int, height: Int)) {
        let scale = min(Double(image.width) / Double(size.width), Double(image.height) / Double(size.height))
        func start(_ image: Int, _ size: Int) -> Double { (Double(image) - Double(size) * scale + scale - 1) / 2 }
        self.init(
            xAxis: [scale, 0], origin: [start(image.width, size.width), start(image.height, size.height)],
            width: size.width, height: size.height, reflects: true)
    }

    private init(
        xAxis: SIMD2<Double>, origin: SIMD2<Double>, width: Int, height: Int, reflects: Bool = false
    ) {
        (a, b, c, d) = (xAxis.x, xAxis.y, origin.x, origin.y)
        (self.width, self.height, self.reflects) = (width, height, reflects)
    }

    /// The places of the five points in 112 × 112 pixels (deepinsight/insightface, `face_align`).
    private static let arcfacePoints: [SIMD2<Double>] = [
        [38.2946, 51.6963], [73.5318, 51.5014], [56.0252, 71.7366], [41.5493, 92.3655], [70.7299, 92.2041],
    ]

    private static func arcface(_ points: FacePoints, side: Int) -> CropTransform? {
        let isOf128 = side % 112 != 0 && side % 128 == 0
        let factor = Double(side) / (isOf128 ? 128 : 112)
        let shift = SIMD2(isOf128 ? 8 * factor : 0, 0)
        let places = arcfacePoints.map { $0 * factor + shift }
        guard let fit = SimilarityFit2D(from: points.five, to: places)?.inverse else { return nil }
        return CropTransform(xAxis: fit.factor, origin: fit.offset, width: side, height: side)
    }

    /// The quadrilateral of NVlabs/ffhq-dataset, which is a square.
    private static func ffhq(_ points: FacePoints, side: Int) -> CropTransform {
        let eye = (points.eyes[0] + points.eyes[1]) / 2
        let across = points.eyes[1] - points.eyes[0]
        let down = (points.mouth[0] + points.mouth[1]) / 2 - eye
        let direction = across - SIMD2(-down.y, down.x)
        let reach = max(2 * across.length, 1.8 * down.length)
        let x = direction / direction.length * reach
        let y = SIMD2(-x.y, x.x)
        let center = eye + down * 0.1
        return CropTransform(
            xAxis: x * 2 / Double(side), origin: center - x - y, width: side, height: side, reflects: true)
    }

    private static func square(_ points: FacePoints, side: Int?, margin: Double) -> CropTransform {
        let across = points.eyes[1] - points.eyes[0]
        let x = across / across.length
        let y = SIMD2(-x.y, x.x)
        let placed = points.all.map { SIMD2(($0 * x).sum(), ($0 * y).sum()) }
        let low = placed.reduce(placed[0]) { pointwiseMin($0, $1) }
        let high = placed.reduce(placed[0]) { pointwiseMax($0, $1) }
        let length = (high - low).max() * (1 + 2 * margin)
        let count = side ?? Int(max(1, min(8192, length.rounded())))
        let corner = (low + high) / 2 - length / 2
        return CropTransform(
            xAxis: x * length / Double(count), origin: x * corner.x + y * corner.y, width: count, height: count)
    }

    /// The share of the height that the head has, and that is above the eyes.
    private enum Passport { static let (head, aboveEyes, crown) = (0.75, 0.4, 1.6) }

    private static func passport(_ points: FacePoints, height: Int) -> CropTransform {
        let eye = (points.eyes[0] + points.eyes[1]) / 2
        let across = points.eyes[1] - points.eyes[0]
        let x = across / across.length
        let y = SIMD2(-x.y, x.x)
        let head = Passport.crown * ((points.chin - points.glabella) * y).sum()
        let scale = head / Passport.head / Double(height)
        let width = (Double(height) * 35 / 45).rounded()
        // The middle of the face is between its outlines at the eyes and the chin.
        let middle = (eye * x).sum() / 2 + (points.chin * x).sum() / 2
        let left = middle - width / 2 * scale
        let top = (eye * y).sum() - Passport.aboveEyes * Double(height) * scale
        return CropTransform(
            xAxis: x * scale, origin: x * left + y * top, width: Int(width), height: height)
    }
}

/// The rotation, scale and translation that best map points of a plane to others, in the sense of least squares: Umeyama's
/// transform without reflections. Points are taken as complex numbers, so that it is one factor and one offset.
struct SimilarityFit2D {
    let factor: SIMD2<Double>
    let offset: SIMD2<Double>

    /// - Returns: `nil` if the points are all the same.
    init?(from source: [SIMD2<Double>], to target: [SIMD2<Double>]) {
        let count = Double(source.count)
        let from = source.reduce(.zero, +) / count
        let to = target.reduce(.zero, +) / count
        var product = SIMD2<Double>.zero
        var norm = 0.0
        for (point, place) in zip(source, target) {
            let p = point - from
            let q = place - to
            product += SIMD2(p.x * q.x + p.y * q.y, p.x * q.y - p.y * q.x)
            norm += (p * p).sum()
        }
        guard norm > 1e-12, (product * product).sum() > 1e-24 else { return nil }
        factor = product / norm
        offset = to - Self.product(factor, from)
    }

    private init(factor: SIMD2<Double>, offset: SIMD2<Double>) { (self.factor, self.offset) = (factor, offset) }

    /// The way back.
    var inverse: SimilarityFit2D {
        let back = SIMD2(factor.x, -factor.y) / (factor * factor).sum()
        return SimilarityFit2D(factor: back, offset: -Self.product(back, offset))
    }

    private static func product(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(one.x * other.x - one.y * other.y, one.x * other.y + one.y * other.x)
    }
}
