internal import Foundation
public import Lineament

extension PixelBuffer {
    /// Returns a crop of the image in RGB, resampled once: the mean of the pixels that a pixel of the crop covers, or, where the
    /// image is enlarged, by cubic interpolation (Catmull and Rom).
    /// - Parameter transform: The way from the crop to the image. Centers of pixels are at integers, as in OpenCV.
    /// - Throws: `LineamentError` if there is not enough memory, or the format of the image cannot be converted.
    public func cropped(_ transform: CropTransform) throws -> PixelBuffer {
        let rgb = try convertedToRGB()
        guard let layout = rgb.format.packedLayout else {
            throw LineamentError(.unimplemented, "Images in format \(rgb.format) cannot be cropped.")
        }
        let (width, height) = (transform.width, transform.height)
        let crop = try rgb.withPlanes { planes in
            let source = SampledPixels(
                planes[0], layout, width: rgb.width, height: rgb.height, reflects: transform.reflects)
            // As many samples along each side as there are pixels in between, at most 64.
            let count = max(1, min(64, Int(transform.scale.rounded(.up))))
            return try PixelBuffer(width: width, height: height) { target in
                for index in 0..<width * height {
                    let color = source.color(transform, x: index % width, y: index / width, samples: count)
                        .rounded(.toNearestOrAwayFromZero).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
                    let pixel = target + 3 * index
                    (pixel[0], pixel[1], pixel[2]) = (UInt8(color.x), UInt8(color.y), UInt8(color.z))
                }
            }
        }
        return crop.withColorProfile(colorProfile)
    }
}

/// The pixels that a crop is sampled from.
private struct SampledPixels {
    private let plane: PixelBuffer.Plane
    private let layout: PackedLayout
    private let width: Int
    private let height: Int
    private let reflects: Bool

    init(_ plane: PixelBuffer.Plane, _ layout: PackedLayout, width: Int, height: Int, reflects: Bool) {
        (self.plane, self.layout, self.width, self.height, self.reflects) = (plane, layout, width, height, reflects)
    }

    func color(_ transform: CropTransform, x: Int, y: Int, samples: Int) -> SIMD3<Double> {
        guard samples > 1 else {
            let place = transform(Double(x), Double(y))
            return cubic(place.x, place.y)
        }
        var sum = SIMD3<Double>.zero
        for row in 0..<samples {
            for column in 0..<samples {
                let place = transform(
                    Double(x) + (Double(column) + 0.5) / Double(samples) - 0.5,
                    Double(y) + (Double(row) + 0.5) / Double(samples) - 0.5)
                sum += linear(place.x, place.y)
            }
        }
        return sum / Double(samples * samples)
    }

    private func linear(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (across, down) = (x - left, y - top)
        let upper = pixel(left, top) * (1 - across) + pixel(left + 1, top) * across
        let lower = pixel(left, top + 1) * (1 - across) + pixel(left + 1, top + 1) * across
        return upper * (1 - down) + lower * down
    }

    private func cubic(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (columns, rows) = (Self.weights(x - left), Self.weights(y - top))
        var sum = SIMD3<Double>.zero
        for row in 0..<4 {
            for column in 0..<4 {
                sum += pixel(left + Double(column - 1), top + Double(row - 1)) * (columns[column] * rows[row])
            }
        }
        return sum
    }

    /// Returns the weights of the four pixels around a place between the second and the third.
    private static func weights(_ t: Double) -> SIMD4<Double> {
        let (t2, t3) = (t * t, t * t * t)
        return SIMD4(-t3 + 2 * t2 - t, 3 * t3 - 5 * t2 + 2, -3 * t3 + 4 * t2 + t, t3 - t2) / 2
    }

    private func pixel(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let isInside = x >= 0 && y >= 0 && x < Double(width) && y < Double(height)
        guard isInside || reflects else { return .zero }
        let column = isInside ? Int(x) : Self.reflected(x, width), row = isInside ? Int(y) : Self.reflected(y, height)
        let start = plane.address + row * plane.bytesPerRow + column * layout.bytesPerPixel
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        return SIMD3(Double(bytes[layout.red]), Double(bytes[layout.green]), Double(bytes[layout.blue]))
    }

    /// Returns an index within a side that is continued by its mirror images, without repeating the edge.
    private static func reflected(_ place: Double, _ side: Int) -> Int {
        guard side > 1 else { return 0 }
        let period = 2 * Double(side - 1)
        let phase = abs(max(-1e9, min(1e9, place))).truncatingRemainder(dividingBy: period)
        return Int(phase < Double(side) ? phase : period - phase)
    }
}
