// SPDX-License-Identifier: Apache-2.0

/// RGB pixels that test images are derived from and drawn on.
///
/// All arithmetic is in integers, so a derived image has the same bytes on every machine.
public struct DerivedPixels: Sendable, Equatable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Red, green and blue of each pixel, without padding.
    public private(set) var bytes: [UInt8]

    /// Creates an image from its bytes.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 3, "\(bytes.count) bytes are not \(width)x\(height) pixels")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Creates an image of one color.
    public init(width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8) {
        bytes = [UInt8](repeating: green, count: width * height * 3)
        for pixel in 0..<width * height { (bytes[pixel * 3], bytes[pixel * 3 + 2]) = (red, blue) }
        self.width = width
        self.height = height
    }

    /// The FNV-1a hash of the size and the bytes, 64 bits wide.
    public var checksum: UInt64 { Self.checksum([self]) }

    /// Returns the FNV-1a hash of the sizes and bytes of several images.
    public static func checksum(_ images: some Sequence<DerivedPixels>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for image in images {
            for part in [image.width & 255, image.width >> 8, image.height & 255, image.height >> 8] {
                hash = (hash ^ UInt64(part)) &* 0x100_0000_01b3
            }
            image.bytes.withUnsafeBufferPointer { bytes in
                for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
        }
        return hash
    }

    /// Returns the image with each pixel taken from another place.
    private func moved(width: Int, height: Int, from place: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> DerivedPixels {
        var moved = [UInt8](repeating: 0, count: width * height * 3)
        moved.withUnsafeMutableBufferPointer { target in
            bytes.withUnsafeBufferPointer { source in
                var to = 0
                for y in 0..<height {
                    for x in 0..<width {
                        let other = place(x, y)
                        let from = (other.y * self.width + other.x) * 3
                        target[to] = source[from]
                        target[to + 1] = source[from + 1]
                        target[to + 2] = source[from + 2]
                        to += 3
                    }
                }
            }
        }
        return DerivedPixels(width: width, height: height, bytes: moved)
    }

    /// Returns the image turned clockwise by 90, 180 or 270 degrees.
    public func turned(_ degrees: Int) -> DerivedPixels {
        switch degrees {
        case 90: moved(width: height, height: width) { x, y in (y, height - 1 - x) }
        case 180: moved(width: width, height: height) { x, y in (width - 1 - x, height - 1 - y) }
        case 270: moved(width: height, height: width) { x, y in (width - 1 - y, x) }
        default: preconditionFailure("\(degrees) degrees are not a quarter turn")
        }
    }

    /// Returns the mirror image.
    public func mirrored() -> DerivedPixels {
        moved(width: width, height: height) { x, y in (width - 1 - x, y) }
    }

    /// Returns a part of the image.
    public func cropped(x left: Int, y top: Int, width: Int, height: Int) -> DerivedPixels {
        precondition(left >= 0 && top >= 0 && left + width <= self.width && top + height <= self.height)
        return moved(width: width, height: height) { x, y in (left + x, top + y) }
    }

    /// Returns the image with red and blue swapped.
    public func channelsSwapped() -> DerivedPixels {
        var swapped = self
        for pixel in 0..<width * height { swapped.bytes.swapAt(pixel * 3, pixel * 3 + 2) }
        return swapped
    }

    /// Returns the image with every value replaced by `value * numerator / denominator + offset`, within 0 to 255.
    public func toned(_ numerator: Int, _ denominator: Int, plus offset: Int = 0) -> DerivedPixels {
        let table = (0..<256).map { UInt8(max(0, min(255, $0 * numerator / denominator + offset))) }
        return DerivedPixels(width: width, height: height, bytes: bytes.map { table[Int($0)] })
    }

    /// Returns the image in another size: each side averaged over what a pixel covers where it shrinks, interpolated
    /// linearly between pixel centers where it grows.
    public func scaled(width newWidth: Int, height newHeight: Int) -> DerivedPixels {
        let columns = Self.weights(from: width, to: newWidth)
        let rows = Self.weights(from: height, to: newHeight)
        var narrow = [Int](repeating: 0, count: newWidth * height * 3)
        var scaled = [UInt8](repeating: 0, count: newWidth * newHeight * 3)
        narrow.withUnsafeMutableBufferPointer { narrow in
            bytes.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<newWidth {
                        var (red, green, blue) = (0, 0, 0)
                        for index in 0..<columns[x].weights.count {
                            let from = (y * width + columns[x].first + index) * 3
                            let weight = columns[x].weights[index]
                            red += weight * Int(source[from])
                            green += weight * Int(source[from + 1])
                            blue += weight * Int(source[from + 2])
                        }
                        let to = (y * newWidth + x) * 3
                        (narrow[to], narrow[to + 1], narrow[to + 2]) = (red, green, blue)
                    }
                }
            }
            scaled.withUnsafeMutableBufferPointer { scaled in
                for y in 0..<newHeight {
                    let total = rows[y].total * columns[0].total
                    for value in 0..<newWidth * 3 {
                        var sum = total / 2
                        for index in 0..<rows[y].weights.count {
                            sum += rows[y].weights[index] * narrow[(rows[y].first + index) * newWidth * 3 + value]
                        }
                        scaled[y * newWidth * 3 + value] = UInt8(sum / total)
                    }
                }
            }
        }
        return DerivedPixels(width: newWidth, height: newHeight, bytes: scaled)
    }

    /// The source pixels that one pixel of a scaled row or column is made of. The total is the same for all.
    private struct Weights {
        var first: Int
        var weights: [Int]
        var total: Int
    }

    private static func weights(from old: Int, to new: Int) -> [Weights] {
        (0..<new).map { position in
            guard new > old else {
                // In units of 1/new of a source pixel, the new pixel covers `old` units.
                let (start, end) = (position * old, (position + 1) * old)
                let first = start / new
                let weights = (first...(end - 1) / new).map { min(end, ($0 + 1) * new) - max(start, $0 * new) }
                return Weights(first: first, weights: weights, total: old)
            }
            // The center of the new pixel, relative to the center of the first one, in units of 1 / (2 * new).
            let place = max(0, min((2 * position + 1) * old - new, 2 * new * (old - 1)))
            let first = min(place / (2 * new), old - 2)
            let part = place - first * 2 * new
            return Weights(first: first, weights: [2 * new - part, part], total: 2 * new)
        }
    }

    /// Returns the image with each pixel averaged over a square that reaches `radius` pixels to each side, twice.
    public func blurred(radius: Int) -> DerivedPixels {
        var blurred = self
        for _ in 0..<2 {
            blurred = blurred.averaged(radius, step: 3, lines: (height, width * 3), count: width)
            blurred = blurred.averaged(radius, step: width * 3, lines: (width, 3), count: height)
        }
        return blurred
    }

    /// Averages along lines, repeating the pixels at their ends.
    private func averaged(_ radius: Int, step: Int, lines: (count: Int, distance: Int), count: Int) -> DerivedPixels {
        var averaged = self
        let size = 2 * radius + 1
        averaged.bytes.withUnsafeMutableBufferPointer { target in
            bytes.withUnsafeBufferPointer { source in
                for line in 0..<lines.count {
                    for channel in 0..<3 {
                        let start = line * lines.distance + channel
                        func value(_ index: Int) -> Int { Int(source[start + max(0, min(index, count - 1)) * step]) }
                        var sum = (-radius...radius).reduce(0) { $0 + value($1) }
                        for index in 0..<count {
                            target[start + index * step] = UInt8((sum + radius) / size)
                            sum += value(index + radius + 1) - value(index - radius)
                        }
                    }
                }
            }
        }
        return averaged
    }

    /// Puts another image on top, whole pixels.
    public mutating func paste(_ other: DerivedPixels, x left: Int, y top: Int) {
        let (first, last) = (max(0, left), min(width, left + other.width))
        guard first < last else { return }
        for y in max(0, top)..<max(0, top, min(height, top + other.height)) {
            let to = (y * width + first) * 3
            let from = ((y - top) * other.width + first - left) * 3
            let count = (last - first) * 3
            bytes.replaceSubrange(to..<to + count, with: other.bytes[from..<from + count])
        }
    }

    /// Where and how an image is drawn on another one.
    public struct Placement: Sendable {
        /// The position of the image's center, in 1/16 pixel.
        public var x: Int
        /// The position of the image's center, in 1/16 pixel.
        public var y: Int
        /// The size relative to the image's own, in 1/1000.
        public var scale = 1000
        /// The tangent of half the clockwise angle, in 1/10000.
        public var turn = 0
        /// The opacity, 0 to 256.
        public var opacity = 256

        /// Creates a placement from the center in 1/16 pixel.
        public init(x: Int, y: Int, scale: Int = 1000, turn: Int = 0, opacity: Int = 256) {
            (self.x, self.y, self.scale, self.turn, self.opacity) = (x, y, scale, turn, opacity)
        }
    }

    /// Draws another image, interpolated linearly in steps of 1/256 pixel.
    public mutating func draw(_ other: DerivedPixels, at placement: Placement) {
        // The cosine and sine of an angle from the tangent of its half are fractions of integers.
        let (square, one) = (placement.turn * placement.turn, 10_000 * 10_000)
        let unit = 65536 * 1000
        let along = unit * (one - square) / ((one + square) * placement.scale)
        let across = unit * 2 * 10_000 * placement.turn / ((one + square) * placement.scale)
        let (opacity, rest) = (placement.opacity, 256 - placement.opacity)
        let (width, height, otherWidth, otherHeight) = (width, height, other.width, other.height)
        bytes.withUnsafeMutableBufferPointer { target in
            other.bytes.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<width {
                        // In 1/16 pixel from the center; then in 1/65536 pixel from the other image's first pixel.
                        let (dx, dy) = (16 * x + 8 - placement.x, 16 * y + 8 - placement.y)
                        let u = (along * dx + across * dy) >> 4 + (otherWidth - 1) << 15
                        let v = (along * dy - across * dx) >> 4 + (otherHeight - 1) << 15
                        let (column, row) = (u >> 16, v >> 16)
                        guard column >= 0, row >= 0, column + 1 < otherWidth, row + 1 < otherHeight else { continue }
                        let (right, down) = ((u >> 8) & 255, (v >> 8) & 255)
                        let from = (row * otherWidth + column) * 3
                        let below = from + otherWidth * 3
                        let to = (y * width + x) * 3
                        for channel in 0..<3 {
                            let upper =
                                Int(source[from + channel]) * (256 - right) + Int(source[from + 3 + channel]) * right
                            let lower =
                                Int(source[below + channel]) * (256 - right) + Int(source[below + 3 + channel]) * right
                            let value = (upper * (256 - down) + lower * down + 32768) >> 16
                            target[to + channel] =
                                UInt8((value * opacity + Int(target[to + channel]) * rest + 128) >> 8)
                        }
                    }
                }
            }
        }
    }
}
