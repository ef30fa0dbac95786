// SPDX-License-Identifier: Apache-2.0

/// Resamples a region of an image into an input tensor by a perspective transform.
///
/// Column 0 of the tensor samples exactly the left edge of the region, and column `width` would sample its right edge;
/// integer source coordinates are pixel centers. The arithmetic is that of OpenCV's fixed-point `warpPerspective`,
/// which MediaPipe's `image_to_tensor_converter_opencv.cc` uses: coordinates in units of 1/32 pixel, rounded half to
/// even, in tiles whose first column is computed separately; values blended in integers and rounded half up. This makes
/// tensors equal to MediaPipe's bit for bit.
struct PerspectiveSampler: Sendable {
    /// The number of fractional bits of source coordinates.
    static let fractionBits = 5
    /// The number of steps per pixel of source coordinates.
    static let steps = 1 << fractionBits
    /// The limit of source coordinates, in 1/32 pixel, beyond which they are clamped.
    static let coordinateLimit = Double(1 << 30)

    /// The matrix from tensor coordinates to source coordinates, both in pixels.
    var inverse: Homography
    /// The size and value range of the tensor.
    let output: InputTensorSpecification
    /// The value of pixels outside the image.
    let border: BorderMode

    /// Computes the transform from the corners of the region.
    /// - Returns: `nil` if the region has no area.
    init?(
        region: PixelRegion, output: InputTensorSpecification, border: BorderMode, style: GraphStyle
    ) {
        guard region.isUsable else { return nil }
        let width = Float(output.width)
        let height = Float(output.height)
        let corners = [SIMD2(0, height), SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height)]
        guard let inverse = Homography(from: region.corners(style: style), to: corners)?.inverse else { return nil }
        self.inverse = inverse
        self.output = output
        self.border = border
    }

    /// The number of columns whose coordinates are computed from the same first column, as in OpenCV's blocks.
    var tileWidth: Int {
        let rows = min(16, output.height)
        return min(1024 / rows, output.width)
    }

    /// Calls `body` with the column and the source coordinates, in 1/32 pixel, of `count` pixels of a row.
    @inline(__always)
    func coordinates(row: Int, tile first: Int, count: Int, _ body: (Int, Int, Int) -> Void) {
        let m = inverse.elements
        let x0 = m[0] * Double(first) + m[1] * Double(row) + m[2]
        let y0 = m[3] * Double(first) + m[4] * Double(row) + m[5]
        let w0 = m[6] * Double(first) + m[7] * Double(row) + m[8]
        let m0 = m[0]
        let m3 = m[3]
        let m6 = m[6]
        for column in 0..<count {
            let w = w0 + m6 * Double(column)
            let k = w != 0 ? Double(Self.steps) / w : 0
            let x = Self.rounded((x0 + m0 * Double(column)) * k)
            let y = Self.rounded((y0 + m3 * Double(column)) * k)
            body(first + column, x, y)
        }
    }

    /// Rounds half to even by adding 1.5·2⁵², which needs no instruction beyond SSE2.
    @inline(__always)
    private static func rounded(_ value: Double) -> Int {
        let limited = max(-coordinateLimit, min(coordinateLimit, value))
        let magic = 6_755_399_441_055_744.0
        return Int((limited + magic) - magic)
    }

    /// Returns the range of source pixels that may be read: those around the corners of the tensor, or the nearest two
    /// if it lies outside.
    func pixels(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        var minimum = SIMD2(Double.infinity, .infinity)
        var maximum = SIMD2(-Double.infinity, -.infinity)
        for column in [0, Double(output.width - 1)] {
            for row in [0, Double(output.height - 1)] {
                let point = inverse.applied(to: SIMD2(column, row))
                minimum = pointwiseMin(minimum, point)
                maximum = pointwiseMax(maximum, point)
            }
        }
        func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
            let last = Double(count - 1)
            let first = max(0, min(last - 1, (low - 1).rounded(.down)))
            return Int(first)..<Int(min(last, max(first + 1, (high + 2).rounded(.up)))) + 1
        }
        return (range(minimum.x, maximum.x, width), range(minimum.y, maximum.y, height))
    }

    /// Whether the perspective divisor has the same sign everywhere, so that all pixels read lie between those read for
    /// the corners.
    var isInFront: Bool {
        let m = inverse.elements
        let right = Double(output.width - 1)
        let bottom = Double(output.height - 1)
        let divisors = [m[8], m[8] + m[6] * right, m[8] + m[7] * bottom, m[8] + m[6] * right + m[7] * bottom]
        return divisors.allSatisfy { $0 > 0 } || divisors.allSatisfy { $0 < 0 }
    }

    /// Returns the columns and rows of the source that are read, in ascending order.
    func reads(width: Int, height: Int) -> (columns: [Int], rows: [Int]) {
        var columns = [Bool](repeating: false, count: width)
        var rows = [Bool](repeating: false, count: height)
        func mark(_ position: Int, _ marks: inout [Bool]) {
            let first = position >> Self.fractionBits
            marks[max(0, min(marks.count - 1, first))] = true
            marks[max(0, min(marks.count - 1, first + 1))] = true
        }
        for row in 0..<output.height {
            for first in stride(from: 0, to: output.width, by: tileWidth) {
                coordinates(row: row, tile: first, count: min(tileWidth, output.width - first)) { _, x, y in
                    mark(x, &columns)
                    mark(y, &rows)
                }
            }
        }
        return (columns.indices.filter { columns[$0] }, rows.indices.filter { rows[$0] })
    }

    /// Returns a sampler of the same region for an image that is stored rotated.
    /// - Parameters:
    ///   - turn: The rotation that makes the stored image upright.
    ///   - width: The width of the stored image, in pixels.
    ///   - height: The height of the stored image, in pixels.
    func stored(_ turn: QuarterTurn, width: Int, height: Int) -> PerspectiveSampler {
        let right = Double(width - 1)
        let bottom = Double(height - 1)
        let m = inverse.elements
        let x = Array(m[0..<3])
        let y = Array(m[3..<6])
        let w = Array(m[6..<9])
        func opposite(_ row: [Double], _ last: Double) -> [Double] { zip(row, w).map { last * $1 - $0 } }
        var sampler = self
        switch turn {
        case .none: break
        case .clockwise: sampler.inverse.elements = y + opposite(x, bottom) + w
        case .half: sampler.inverse.elements = opposite(x, right) + opposite(y, bottom) + w
        case .counterclockwise: sampler.inverse.elements = opposite(y, right) + x + w
        }
        return sampler
    }

    /// The number of source pixels per tensor pixel, along the axis where it is smaller.
    var step: Double {
        let m = inverse.elements
        let across = (m[0] * m[0] + m[3] * m[3]).squareRoot()
        let down = (m[1] * m[1] + m[4] * m[4]).squareRoot()
        return min(across, down) / abs(m[8])
    }

    /// Returns a sampler of the same region for an image reduced by `reduction` along each side.
    func reduced(by reduction: Int) -> PerspectiveSampler {
        guard reduction > 1 else { return self }
        let m = inverse.elements
        let size = Double(reduction)
        let middle = Double(reduction - 1) / 2
        func moved(_ row: Int) -> [Double] { (0..<3).map { (m[row * 3 + $0] - middle * m[6 + $0]) / size } }
        var sampler = self
        sampler.inverse.elements = moved(0) + moved(1) + Array(m[6...8])
        return sampler
    }
}
