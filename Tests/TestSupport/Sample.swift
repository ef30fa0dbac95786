// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament
internal import LineamentImages

/// The sample photo that `make setup` downloads, in several forms.
public enum Sample {
    /// The location of the photo.
    public static let url = TestData.assets.appendingPathComponent("samples/astronaut.png")

    /// Returns the decoded photo.
    public static func pixels() throws -> PixelBuffer { try ImageDecoder().decode(contentsOf: url) }

    /// Returns the photo as an image for a task.
    public static func image() throws -> MPImage { try MPImage(pixelBuffer: pixels()) }
}

extension PixelBuffer {
    /// Returns the same image in another packed format, with `padding` bytes of noise after each row.
    public func converted(to format: PixelFormat, padding: Int = 0) throws -> PixelBuffer {
        let rgb = rgbBytes
        let size = format.minimumBytesPerRow(plane: 0, width: 1)
        let rowLength = width * size + padding
        var bytes = [UInt8](repeating: 0xa5, count: rowLength * height)
        for row in 0..<height {
            for column in 0..<width {
                let from = (row * width + column) * 3
                let to = row * rowLength + column * size
                switch format {
                case .rgb8, .rgba8:
                    (bytes[to], bytes[to + 1], bytes[to + 2]) = (rgb[from], rgb[from + 1], rgb[from + 2])
                case .bgra8: (bytes[to], bytes[to + 1], bytes[to + 2]) = (rgb[from + 2], rgb[from + 1], rgb[from])
                default: bytes[to] = rgb[from + 1]
                }
            }
        }
        return try PixelBuffer(
            copying: bytes, width: width, height: height, format: format, bytesPerRow: [rowLength])
    }

    /// Returns the same image as YUV 4:2:0 according to ITU-R BT.601.
    public func convertedToChroma(_ format: PixelFormat) throws -> PixelBuffer {
        let rgb = rgbBytes.map(Double.init)
        let isFullRange = format == .nv12FullRange || format == .i420FullRange
        let (lumaScale, chromaScale, offset) = isFullRange ? (1, 1, 0.0) : (219.0 / 255, 224.0 / 255, 16)
        let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
        var luma = [UInt8](repeating: 0, count: width * height)
        var cb = [Double](repeating: 0, count: chromaWidth * chromaHeight)
        var (cr, counts) = (cb, cb)
        for row in 0..<height {
            for column in 0..<width {
                let at = (row * width + column) * 3
                let (r, g, b) = (rgb[at], rgb[at + 1], rgb[at + 2])
                let y = 0.299 * r + 0.587 * g + 0.114 * b
                luma[row * width + column] = UInt8((y * lumaScale + offset).rounded())
                let chroma = row / 2 * chromaWidth + column / 2
                cb[chroma] += (b - y) / 1.772
                cr[chroma] += (r - y) / 1.402
                counts[chroma] += 1
            }
        }
        func bytes(_ sums: [Double]) -> [UInt8] {
            zip(sums, counts).map { UInt8(max(0, min(255, ($0 / $1 * chromaScale + 128).rounded()))) }
        }
        let isInterleaved = format == .nv12VideoRange || format == .nv12FullRange
        let planes = isInterleaved ? zip(bytes(cb), bytes(cr)).flatMap { [$0, $1] } : bytes(cb) + bytes(cr)
        return try PixelBuffer(copying: luma + planes, width: width, height: height, format: format)
    }
}

/// Returns the largest distance between corresponding landmarks of two results, in pixels.
public func largestDistance(_ left: FaceLandmarkerResult, _ right: FaceLandmarkerResult, in pixels: PixelBuffer)
    -> Float
{
    guard left.faceLandmarks.count == right.faceLandmarks.count else { return .infinity }
    let pairs = zip(left.faceLandmarks.joined(), right.faceLandmarks.joined())
    return pairs.reduce(0) { largest, pair in
        max(
            largest, abs(pair.0.x - pair.1.x) * Float(pixels.width), abs(pair.0.y - pair.1.y) * Float(pixels.height))
    }
}
