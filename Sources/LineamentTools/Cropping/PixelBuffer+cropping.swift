// SPDX-License-Identifier: Apache-2.0
internal import Foundation
public import Lineament

extension PixelBuffer {
    /// Returns a crop of the image in RGB, resampled once: the mean of the pixels that a pixel of the crop covers, or, where the
    /// image is enlarged, by cubic interpolation (Catmull and Rom). What is translucent in the image is shown on white.
    ///
    /// The time that it takes grows with the part of the crop that is inside the image.
    /// - Parameter transform: The way from the crop to the image. Centers of pixels are at integers, as in OpenCV.
    /// - Throws: `LineamentError` if there is not enough memory, or the format of the image cannot be converted.
    public func cropped(_ transform: CropTransform) throws -> PixelBuffer {
        let rgb = try convertedToRGB()
        guard let layout = rgb.format.packedLayout else {
            throw LineamentError(.unimplemented, "Images in format \(rgb.format) cannot be cropped.")
        }
        let width = transform.width
        let height = transform.height
        let crop = try rgb.withPlanes { planes in
            let source = SampledPixels(
                planes[0], layout, hasAlpha: rgb.format.alphaOffset != nil, width: rgb.width, height: rgb.height,
                transform)
            // As many samples along each side as there are pixels in between, at most 64.
            let count = Int(max(1, min(64, transform.scale.rounded(.up))))
            return try PixelBuffer(width: width, height: height) { target in
                for index in 0..<width * height {
                    let values = source.values(x: index % width, y: index / width, samples: count)
                    let pixel = target + 3 * index
                    (pixel[0], pixel[1], pixel[2]) = (
                        Self.byte(values[layout.red]), Self.byte(values[layout.green]), Self.byte(values[layout.blue])
                    )
                }
            }
        }
        return crop.withColorProfile(colorProfile)
    }

    /// Returns a rounded value; where there is no instruction for that, rounding itself is a call.
    private static func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value)) + 0.5) }
}

/// The pixels that a crop is sampled from.
private struct SampledPixels {
    private let plane: PixelBuffer.Plane
    private let layout: PackedLayout
    private let hasAlpha: Bool
    private let width: Int
    private let height: Int
    private let transform: CropTransform
    /// The places between which the center of a crop's pixel shows something of the image, or of its mirror images.
    private let (columns, rows): (ClosedRange<Double>, ClosedRange<Double>)

    init(
        _ plane: PixelBuffer.Plane, _ layout: PackedLayout, hasAlpha: Bool, width: Int, height: Int,
        _ transform: CropTransform
    ) {
        (self.plane, self.layout, self.hasAlpha) = (plane, layout, hasAlpha)
        (self.width, self.height, self.transform) = (width, height, transform)
        // Half of the diagonal of a crop's pixel, and the pixels that interpolation takes from around.
        let margin = 0.75 * transform.scale + 3
        func reach(_ side: Int) -> ClosedRange<Double> {
            let beyond = margin + (transform.reflects ? Double(side) : 0)
            return -beyond...Double(side) + beyond
        }
        columns = reach(width)
        rows = reach(height)
    }

    /// Returns a pixel of a crop, with its bytes in the order of the image.
    func values(x: Int, y: Int, samples: Int) -> SIMD4<Float> {
        let center = transform(Double(x), Double(y))
        guard columns.contains(center.x), rows.contains(center.y) else { return .zero }
        guard samples > 1 else { return cubic(center.x, center.y) }
        var sum = SIMD4<Float>.zero
        for row in 0..<samples {
            for column in 0..<samples {
                let place = transform(
                    Double(x) + (Double(column) + 0.5) / Double(samples) - 0.5,
                    Double(y) + (Double(row) + 0.5) / Double(samples) - 0.5)
                sum += linear(place.x, place.y)
            }
        }
        return sum / Float(samples * samples)
    }

    private func linear(_ x: Double, _ y: Double) -> SIMD4<Float> {
        let left = Self.floor(x)
        let top = Self.floor(y)
        let across = Float(x - Double(left))
        let down = Float(y - Double(top))
        let upper = pair(left, top)
        let lower = pair(left, top + 1)
        let above = upper.left + (upper.right - upper.left) * across
        let below = lower.left + (lower.right - lower.left) * across
        return above + (below - above) * down
    }

    /// Returns a pixel and the one to its right.
    private func pair(_ x: Int, _ y: Int) -> (left: SIMD4<Float>, right: SIMD4<Float>) {
        // Four bytes are read for each pixel, of which an image without alpha has three.
        guard x >= 0, y >= 0, x < width - 2, y < height, layout.bytesPerPixel >= 3 else {
            return (pixel(x, y), pixel(x + 1, y))
        }
        let start = plane.address + y * plane.bytesPerRow + x * layout.bytesPerPixel
        return (shown(Self.values(at: start)), shown(Self.values(at: start + layout.bytesPerPixel)))
    }

    /// Returns a pixel as it looks on white.
    private func shown(_ values: SIMD4<Float>) -> SIMD4<Float> {
        guard hasAlpha else { return values }
        let alpha = values.w
        return (values * alpha + Float(Opacity.paper) * (255 - alpha)) / 255
    }

    private static func values(at address: UnsafeRawPointer) -> SIMD4<Float> {
        let bytes = address.loadUnaligned(as: SIMD4<UInt8>.self)
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
    }

    private func cubic(_ x: Double, _ y: Double) -> SIMD4<Float> {
        let left = Self.floor(x)
        let top = Self.floor(y)
        let columns = Self.weights(Float(x - Double(left)))
        let rows = Self.weights(Float(y - Double(top)))
        var sum = SIMD4<Float>.zero
        for row in 0..<4 {
            for column in 0..<4 {
                sum += pixel(left + column - 1, top + row - 1) * (columns[column] * rows[row])
            }
        }
        return sum
    }

    /// Returns the weights of the four pixels around a place between the second and the third.
    private static func weights(_ t: Float) -> SIMD4<Float> {
        let t2 = t * t
        let t3 = t * t * t
        return SIMD4(-t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) / 2
    }

    private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        let isInside = x >= 0 && y >= 0 && x < width && y < height
        guard isInside || (transform.reflects && isReflected(x, y)) else { return .zero }
        let column = isInside ? x : Self.reflected(x, width), row = isInside ? y : Self.reflected(y, height)
        let start = plane.address + row * plane.bytesPerRow + column * layout.bytesPerPixel
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        var values = SIMD4<Float>.zero
        for index in 0..<layout.bytesPerPixel { values[index] = Float(bytes[index]) }
        return shown(values)
    }

    /// Returns whether a place is in the first mirror image on any side; what is farther away is black.
    private func isReflected(_ x: Int, _ y: Int) -> Bool {
        x >= -width && x < 2 * width && y >= -height && y < 2 * height
    }

    /// Returns an index within a side that is continued by its mirror images, without repeating the edge.
    private static func reflected(_ place: Int, _ side: Int) -> Int {
        guard side > 1 else { return 0 }
        let period = 2 * (side - 1)
        let phase = abs(place) % period
        return phase < side ? phase : period - phase
    }

    /// Returns the whole number below, for places that may be far outside of the image.
    private static func floor(_ place: Double) -> Int {
        let limited = max(-1e9, min(1e9, place))
        let whole = Int(limited)
        return Double(whole) > limited ? whole - 1 : whole
    }
}
