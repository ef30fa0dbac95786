// SPDX-License-Identifier: Apache-2.0

/// Clips in which the sample photo moves.
public struct DerivedClips: Sendable {
    /// The frames of a clip.
    public struct Clip: Sendable {
        /// The name, which the references are stored under.
        public let name: String
        /// The time of each frame, in milliseconds. The distances vary, as those of a camera do.
        public let times: [Int]
        /// The frames.
        public let frames: [DerivedPixels]
    }

    /// The names of the clips.
    public static let names = ["moving", "zooming", "fading", "leaving", "crossing", "two-people"]

    private let images: DerivedImages

    /// Creates the collection.
    public init(_ images: DerivedImages) { self.images = images }

    /// The number of frames of a clip.
    public static func count(_ name: String) -> Int {
        switch name {
        case "leaving": 48
        case "two-people": 30
        default: 40
        }
    }

    /// Returns the clip of a name.
    public func clip(_ name: String) -> Clip {
        let count = Self.count(name)
        let draw = painter(name, last: count - 1)
        let frames = (0..<count).map { index in
            var canvas = DerivedPixels(width: 320, height: 256, red: 96, green: 110, blue: 120)
            draw(index, &canvas)
            return canvas
        }
        return Clip(name: name, times: Self.times(count), frames: frames)
    }

    /// Returns the times of the first frames of a clip, in milliseconds.
    static func times(_ count: Int) -> [Int] { (0..<count).map { 7 + $0 * 33 + [0, 5, -4, 2, 11][$0 % 5] } }

    /// Returns a number that goes from 0 to 1000 and back to 0 while the index goes from 0 to the last one.
    static func swing(_ index: Int, last: Int) -> Int {
        index * 2 <= last ? index * 2000 / last : (last - index) * 2000 / last
    }

    private typealias Painter = (_ index: Int, _ canvas: inout DerivedPixels) -> Void

    private func painter(_ name: String, last: Int) -> Painter {
        let photo = images.sample.scaled(width: 288, height: 288)
        switch name {
        case "moving":
            // Slowly at first, with a jump of 30 pixels at frame 25.
            return { index, canvas in
                let jump = index >= 25 ? 30 * 16 : 0
                canvas.draw(photo, at: .init(x: 120 * 16 + index * index + jump, y: 136 * 16 - index * 13))
            }
        case "zooming":
            return { index, canvas in
                let swing = Self.swing(index, last: last)
                canvas.draw(
                    photo,
                    at: .init(
                        x: 160 * 16, y: 128 * 16 + 900 * swing / 1000, scale: 700 + 1100 * swing / 1000,
                        turn: -1300 + 2600 * index / last))
            }
        case "fading":
            return { index, canvas in
                let opacity = max(0, min(256, abs(index * 2 - last) * 512 / last - 40))
                canvas.draw(photo, at: .init(x: 150 * 16 + index * 7, y: 130 * 16, opacity: opacity))
            }
        case "leaving":
            // Out to the left until frame 20, away for six frames, back from the right.
            return { index, canvas in
                let x = index < 24 ? 160 - index * 13 : 160 + (last - index) * 13
                canvas.draw(photo, at: .init(x: x * 16 + index % 4 * 3, y: 130 * 16 + index * 5))
            }
        case "crossing":
            let near = images.head.scaled(width: 96, height: 108)
            let far = images.head.mirrored().toned(3, 4).scaled(width: 80, height: 90)
            return { index, canvas in
                canvas.draw(far, at: .init(x: (268 - index * 5) * 16 + 7, y: 84 * 16 + index * 3))
                canvas.draw(near, at: .init(x: (56 + index * 5) * 16 + index % 3 * 5, y: 184 * 16 - index * 3))
            }
        case "two-people":
            let left = images.sample.scaled(width: 170, height: 170)
            let right = images.sample.mirrored().toned(4, 5).scaled(width: 150, height: 150)
            return { index, canvas in
                canvas.draw(right, at: .init(x: 240 * 16 - index * 4, y: 130 * 16 + index * 8))
                canvas.draw(left, at: .init(x: 78 * 16 + index * 9, y: 150 * 16 - index * 11))
            }
        default: preconditionFailure("there is no derived clip \(name)")
        }
    }
}
