// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// How bright the parts of an image are, by which copies are made that show what is in the dark.
///
/// The detectors were trained on photos taken in light: of faces in photos with 6% of the light, an eighth is found only if the
/// image is brightened.
struct Brightness: Sendable {
    /// The number of parts along each axis.
    private static let parts = 12
    /// The number of samples of each part along each axis.
    private static let samples = 8
    /// The share of samples that are brighter than the white of a part: lamps, and noise.
    private static let lights = 0.02
    /// The level below which the white of an image is dark, and of a part, if it shows something: white paper has 109 with a sixth of
    /// the light.
    private static let dark: Float = 113
    private static let darkPart: Float = 90
    /// The contrast of the white of a part with the level of a third of it if it shows more than a black wall.
    private static let contrast: Float = 12
    /// The level to which the white of a part is raised, and the largest factor.
    private static let white: Float = 235
    private static let maxGain: Float = 10
    /// The share of dark parts from which an image is dark: of test photos in daylight, none has more than 0.41.
    private static let minShare = 0.45

    /// The white of each part: the level that few samples exceed.
    private let whites: [Float]
    /// The white of the whole image.
    private let whole: Float
    /// The share of parts that are dark and show something.
    private let darkShare: Double

    /// Measures an image or frame. Its luma is read or, of packed pixels, the green channel.
    init(_ image: PixelBuffer) {
        let grid = GrayGrid(
            image, part: CGRect(x: 0, y: 0, width: image.width, height: image.height),
            columns: Self.parts * Self.samples, rows: Self.parts * Self.samples, samples: 1)
        var parts = [Levels](repeating: Levels(), count: Self.parts * Self.parts)
        var all = Levels()
        for (index, level) in grid.levels.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: grid.columns)
            parts[row / Self.samples * Self.parts + column / Self.samples].add(level)
            all.add(level)
        }
        whites = parts.map(\.white)
        let count = parts.count { $0.white < Self.darkPart && $0.white - $0.third >= Self.contrast }
        darkShare = Double(count) / Double(parts.count)
        whole = all.white
    }

    /// The levels of a part.
    private struct Levels {
        private var counts = [Int](repeating: 0, count: 256)
        private var count = 0

        mutating func add(_ level: Float) {
            counts[max(0, min(255, Int(level)))] += 1
            count += 1
        }

        /// The level that few samples exceed.
        var white: Float { level(below: 1 - Brightness.lights) }
        /// The level of a third of the samples.
        var third: Float { level(below: 1.0 / 3) }

        private func level(below share: Double) -> Float {
            var darker = 0
            for (level, samples) in counts.enumerated() {
                darker += samples
                if Double(darker) >= share * Double(count) { return Float(level) }
            }
            return 255
        }
    }

    /// Whether so much of the image is dark that a detector may miss a person.
    var isDark: Bool { whole < Self.dark || darkShare >= Self.minShare }

    /// Returns copies of an image in which what is in the dark is as bright as in daylight: as a whole, and each part by itself.
    /// None if nothing is dark.
    /// - Throws: `LineamentError` if the image cannot be converted or there is not enough memory.
    func brightened(_ image: PixelBuffer) throws -> [PixelBuffer] {
        guard isDark else { return [] }
        let rgb = try image.convertedToRGB()
        let parts = whites.map(Self.gain)
        let evenly = Self.gain(whole)
        let whole = evenly > 1 ? [try Self.copy(rgb, gains: parts.map { _ in evenly })] : []
        // Parts that are about as bright as the whole would give the same copy.
        let isEven = parts.allSatisfy { $0 < Self.sameGain * evenly }
        return whole + (isEven ? [] : [try Self.copy(rgb, gains: parts)])
    }

    /// The ratio of gains below which a part is as bright as the whole.
    private static let sameGain: Float = 1.5

    private static func gain(_ white: Float) -> Float { min(maxGain, max(1, Self.white / max(1, white))) }

    /// Copies an image with a gain for each part, which changes smoothly between the middles of parts.
    private static func copy(_ image: PixelBuffer, gains: [Float]) throws -> PixelBuffer {
        guard let layout = image.format.packedLayout else {
            throw LineamentError(.unimplemented, "Images in format \(image.format) cannot be brightened.")
        }
        let across = Weights(count: image.width)
        let down = Weights(count: image.height)
        return try image.withPlanes { planes in
            try PixelBuffer(width: image.width, height: image.height) { target in
                var place = 0
                for y in 0..<image.height {
                    let row = planes[0].address + y * planes[0].bytesPerRow
                    let line = (0..<parts).map { column in
                        let upper = gains[down.first[y] * parts + column]
                        return upper + (gains[down.second[y] * parts + column] - upper) * down.share[y]
                    }
                    for x in 0..<image.width {
                        let left = line[across.first[x]]
                        let gain = left + (line[across.second[x]] - left) * across.share[x]
                        let pixel = row + x * layout.bytesPerPixel
                        for offset in [layout.red, layout.green, layout.blue] {
                            let level = Float(pixel.load(fromByteOffset: offset, as: UInt8.self)) * gain
                            target[place] = UInt8(min(255, level))
                            place += 1
                        }
                    }
                }
            }
        }
    }

    /// The parts between whose middles pixels are, and the share of the second one.
    private struct Weights {
        private(set) var first: [Int] = []
        private(set) var second: [Int] = []
        private(set) var share: [Float] = []

        init(count: Int) {
            for pixel in 0..<count {
                let place = (Float(pixel) + 0.5) * Float(parts) / Float(count) - 0.5
                let lower = max(0, min(parts - 1, Int(place.rounded(.down))))
                first.append(lower)
                second.append(min(parts - 1, lower + 1))
                share.append(max(0, min(1, place - Float(lower))))
            }
        }
    }
}
