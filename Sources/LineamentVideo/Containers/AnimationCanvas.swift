// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The canvas on which the pictures of an animated WebP file become its frames.
struct AnimationCanvas {
    private let width: Int
    private let height: Int
    /// Red, green, blue and alpha, by which colors are not multiplied.
    private var pixels: [UInt8]
    /// The picture whose place becomes transparent before the next is drawn.
    private var cleared: WebPAnimation.Picture?

    init(_ animation: WebPAnimation) {
        width = animation.width
        height = animation.height
        pixels = [UInt8](repeating: 0, count: 4 * width * height)
    }

    /// Draws the next picture.
    /// - Parameter source: Its pixels: red, green, blue and alpha, row by row.
    mutating func draw(_ picture: WebPAnimation.Picture, _ source: UnsafePointer<UInt8>) {
        if let cleared { clear(cleared) }
        cleared = picture.isCleared ? picture : nil
        let width = width
        pixels.withUnsafeMutableBufferPointer { pixels in
            for row in 0..<picture.height {
                let start = 4 * ((picture.y + row) * width + picture.x)
                for column in 0..<picture.width {
                    let from = source + 4 * (row * picture.width + column)
                    let to = start + 4 * column
                    let isOpaque = from[3] == 255 || !picture.isBlended
                    if isOpaque {
                        for channel in 0..<4 { pixels[to + channel] = from[channel] }
                    } else {
                        Self.blend(from, over: pixels, to)
                    }
                }
            }
        }
    }

    /// Lays a translucent pixel over another, as WebP's specification says.
    private static func blend(
        _ from: UnsafePointer<UInt8>, over pixels: UnsafeMutableBufferPointer<UInt8>, _ to: Int
    ) {
        let alpha = Int(from[3])
        let below = Int(pixels[to + 3]) * (255 - alpha) / 255
        let sum = alpha + below
        guard sum > 0 else { return }
        for channel in 0..<3 {
            let value = Int(from[channel]) * alpha + Int(pixels[to + channel]) * below
            pixels[to + channel] = UInt8((value + sum / 2) / sum)
        }
        pixels[to + 3] = UInt8(sum)
    }

    private mutating func clear(_ picture: WebPAnimation.Picture) {
        for row in picture.y..<picture.y + picture.height {
            let start = 4 * (row * width + picture.x)
            for place in start..<start + 4 * picture.width { pixels[place] = 0 }
        }
    }

    /// Returns the frame over black, so that what is hidden is gone.
    func image() throws -> PixelBuffer {
        try PixelBuffer(width: width, height: height, format: .rgb8) { target in
            for pixel in 0..<width * height {
                let opacity = Int(pixels[4 * pixel + 3])
                for channel in 0..<3 {
                    target[3 * pixel + channel] = UInt8((Int(pixels[4 * pixel + channel]) * opacity + 127) / 255)
                }
            }
        }
    }
}
