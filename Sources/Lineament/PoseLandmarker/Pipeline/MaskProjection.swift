// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Projects the mask of a region onto the whole image.
///
/// The arithmetic is that of OpenCV's `warpAffine`, which MediaPipe's `warp_affine_calculator.cc` uses: coefficients in
/// float, positions in units of 1/1024 rounded to 1/32 pixel, values blended in float. Pixels outside the region are 0.
struct MaskProjection {
    /// The number of fractional bits of positions.
    private static let fractionBits = 10
    /// The number of interpolation steps per pixel.
    private static let steps = 32

    private let xCoefficients: SIMD3<Float>
    private let yCoefficients: SIMD3<Float>

    /// Computes the transform from image to mask coordinates.
    /// - Parameters:
    ///   - rect: The region that the mask covers.
    ///   - side: The number of pixels along each side of the mask.
    ///   - size: The size of the image, in pixels.
    init(_ rect: RotatedRect, side: Int, in size: ImageSize) {
        let region = rect.region(in: size)
        let c = cos(Double(region.rotation))
        let s = sin(Double(region.rotation))
        let center = SIMD2(Double(region.xCenter), Double(region.yCenter))
        let w = Double(region.width)
        let h = Double(region.height)
        // From pixels of the image to fractions of the region, with the rotation undone.
        let across = SIMD2(c, s) / w
        let down = SIMD2(-s, c) / h
        let scale = Float(side)
        xCoefficients = SIMD3(
            Float(across.x) * scale, Float(across.y) * scale, Float(0.5 - (across * center).sum()) * scale)
        yCoefficients = SIMD3(
            Float(down.x) * scale, Float(down.y) * scale, Float(0.5 - (down * center).sum()) * scale)
    }

    /// Writes the mask into `image`, which must contain `width * height` zeros.
    func apply(_ mask: RegionMask, to image: UnsafeMutableBufferPointer<Float>, width: Int, height: Int) {
        let columns = (0..<width).map { column in
            SIMD2(Self.fixed(xCoefficients.x, column), Self.fixed(yCoefficients.x, column))
        }
        guard let start = image.baseAddress else { return }
        mask.confidences.withUnsafeBufferPointer { confidences in
            let job = Job(confidences: confidences, image: start, columns: columns, side: mask.side, width: width)
            let parts = (height + Self.rowsOfPart - 1) / Self.rowsOfPart
            Concurrent.perform(iterations: parts) { part in
                for row in part * Self.rowsOfPart..<min(height, (part + 1) * Self.rowsOfPart) { fill(row, of: job) }
            }
        }
    }

    /// The number of rows that one thread processes at a time.
    private static let rowsOfPart = 64

    /// The source and target of all rows.
    private struct Job: @unchecked Sendable {
        // Sound: the source is only read, and each row of the image is written by one thread.
        let confidences: UnsafeBufferPointer<Float>
        let image: UnsafeMutablePointer<Float>
        let columns: [SIMD2<Int>]
        let side: Int
        let width: Int
    }

    private func fill(_ row: Int, of job: Job) {
        let start = SIMD2(Self.start(xCoefficients, row), Self.start(yCoefficients, row))
        let out = job.image + row * job.width
        job.columns.withUnsafeBufferPointer { columns in
            for column in Self.covered(from: start, by: columns, side: job.side) {
                out[column] = Self.blended(job.confidences, side: job.side, at: (start &+ columns[column]) &>> 5)
            }
        }
    }

    /// Returns the position of the first pixel of a row, including the offset that rounds it to 1/32 pixel.
    private static func start(_ coefficients: SIMD3<Float>, _ row: Int) -> Int {
        let value = Double(coefficients.y) * Double(row) + Double(coefficients.z)
        return rounded(value * Double(1 << fractionBits)) + 16
    }

    /// Returns the offset of a column from the first one, in units of 1/1024.
    private static func fixed(_ coefficient: Float, _ column: Int) -> Int {
        rounded(Double(coefficient) * Double(column) * Double(1 << fractionBits))
    }

    /// Rounds half to even. The limits clip only regions far larger or smaller than any body.
    private static func rounded(_ value: Double) -> Int {
        Int(max(-1e12, min(1e12, value.isNaN ? 0 : value)).rounded(.toNearestOrEven))
    }

    /// Returns the columns of a row that the mask covers. They are contiguous, because positions are monotonic along a
    /// row.
    private static func covered(
        from start: SIMD2<Int>, by columns: UnsafeBufferPointer<SIMD2<Int>>, side: Int
    ) -> Range<Int> {
        let low = -1 << fractionBits
        let high = side << fractionBits
        func meets(_ column: Int) -> Bool {
            let position = start &+ columns[column]
            return position.x >= low && position.y >= low && position.x < high && position.y < high
        }
        guard let first = columns.indices.first(where: meets), let last = columns.indices.last(where: meets)
        else { return 0..<0 }
        return first..<last + 1
    }

    /// Returns the bilinear blend of the four mask pixels around a position in 1/32 pixel.
    private static func blended(
        _ mask: UnsafeBufferPointer<Float>, side: Int, at position: SIMD2<Int>
    ) -> Float {
        let left = position.x >> 5
        let top = position.y >> 5
        let right = Float(position.x & (steps - 1)) / Float(steps)
        let down = Float(position.y & (steps - 1)) / Float(steps)
        if left >= 0, top >= 0, left < side - 1, top < side - 1 {
            let at = top * side + left
            return mask[at] * ((1 - right) * (1 - down)) + mask[at + 1] * (right * (1 - down))
                + mask[at + side] * ((1 - right) * down) + mask[at + side + 1] * (right * down)
        }
        func tap(_ x: Int, _ y: Int) -> Float {
            x >= 0 && y >= 0 && x < side && y < side ? mask[y * side + x] : 0
        }
        return tap(left, top) * ((1 - right) * (1 - down)) + tap(left + 1, top) * (right * (1 - down))
            + tap(left, top + 1) * ((1 - right) * down) + tap(left + 1, top + 1) * (right * down)
    }
}
