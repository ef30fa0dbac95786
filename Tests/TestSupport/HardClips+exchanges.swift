// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Clips in which another person takes the place of the first one, who may be kept visible.
extension HardClips {
    /// How the place is taken.
    public enum Exchange: String, CaseIterable, Sendable {
        case cut, emptyShot, shotBetween, dissolve, dissolveWithGround, fadeThroughBlack, pillar, crossing
    }

    /// Whether there are enough people.
    public var hasExchanges: Bool { photos.count > 2 }

    /// Returns a clip of each way in turn, with numbers of its own. The person with number 0 is there at first.
    public func exchange(_ index: Int) -> HardClip {
        let exchange = Exchange.allCases[index % Exchange.allCases.count]
        var random = SeededGenerator(seed: UInt64(index) &* 104_729 &+ 29)
        let people = photos.shuffled(using: &random)
        let ground = backgrounds[Int.random(in: 0..<backgrounds.count, using: &random)]
        let other = exchange == .dissolveWithGround ? backgrounds.randomElement(using: &random) ?? ground : ground
        let stage = Stage(people: people, grounds: [ground, other], size: size, &random)
        let name = "\(exchange.rawValue): \(people[0].name) and \(people[1].name)"
        switch exchange {
        case .cut: return cut(stage, name, empty: 0...0, &random)
        case .emptyShot: return cut(stage, name, empty: 1...36, &random)
        case .shotBetween: return shotBetween(stage, name, &random)
        case .dissolve, .dissolveWithGround: return dissolve(stage, name, &random)
        case .fadeThroughBlack: return fade(stage, name, &random)
        case .pillar: return pillar(stage, name, &random)
        case .crossing: return crossing(stage, name, &random)
        }
    }

    /// Returns a clip in which one person moves as somebody who talks does.
    /// - Parameter frames: The number of frames, at 25 a second.
    public func talk(_ index: Int, frames: Int = 500) -> HardClip {
        var random = SeededGenerator(seed: UInt64(index) &* 15_485_863 &+ 5)
        let people = photos.shuffled(using: &random)
        let stage = Stage(people: people, grounds: [backgrounds[index % backgrounds.count]], size: size, &random)
        let sway = Double.random(in: 2...12, using: &random)
        return clip("talk: \(people[0].name), by \(sway) px", frames: frames) { index, time in
            let way = SIMD2(sin(time * 1.7) * sway + sin(time * 5.3) * sway / 4, cos(time * 2.3) * sway / 2)
            return try stage.frame([stage.head(0, moved: way)], time)
        }
    }

    private func cut(
        _ stage: Stage, _ name: String, empty: ClosedRange<Int>, _ random: inout SeededGenerator
    ) -> HardClip {
        let gap = Int.random(in: empty, using: &random)
        return clip("\(name), empty for \(gap) frames", frames: 50 + gap) { index, time in
            let heads = index < 25 ? [stage.head(0)] : index < 25 + gap ? [] : [stage.head(1)]
            return try stage.frame(heads, time)
        }
    }

    private func shotBetween(_ stage: Stage, _ name: String, _ random: inout SeededGenerator) -> HardClip {
        let length = Int.random(in: 1...36, using: &random)
        return clip("\(name), another shot of \(length) frames", frames: 50 + length) { index, time in
            if (25..<25 + length).contains(index) {
                let still = view(stage.people[2], faceWidth: 90)
                return try frame(stage.people[2], still, time).with(person: 2)
            }
            return try stage.frame([stage.head(index < 25 ? 0 : 1)], time)
        }
    }

    private func dissolve(_ stage: Stage, _ name: String, _ random: inout SeededGenerator) -> HardClip {
        let length = Int.random(in: 2...30, using: &random)
        return clip("\(name), in \(length) frames", frames: 60 + length) { index, time in
            let share = min(1, max(0, Double(index - 29) / Double(length)))
            return try HardClip.Frame(
                mixing: stage.frame([stage.head(0)], time), stage.frame([stage.head(1)], time, ground: 1), share: share)
        }
    }

    private func fade(_ stage: Stage, _ name: String, _ random: inout SeededGenerator) -> HardClip {
        let length = Int.random(in: 3...15, using: &random)
        return clip("\(name), in 2 × \(length) frames", frames: 60 + 2 * length) { index, time in
            let phase = Double(index - 29) / Double(length)
            let gain = phase < 0 ? 1 : min(1, abs(phase - 1))
            return try stage.frame([stage.head(phase < 1 ? 0 : 1)], time, gain: Float(gain))
        }
    }

    private func pillar(_ stage: Stage, _ name: String, _ random: inout SeededGenerator) -> HardClip {
        let speed = Double.random(in: 60...240, using: &random)
        let width = Double(size.width)
        return clip("\(name), at \(speed) px/s", frames: Int(25 * width / speed)) { index, time in
            let way = speed * time - width / 2
            let head = stage.head(way < 0 ? 0 : 1, moved: SIMD2(way, 0))
            return try stage.frame([head], time).covering(columns: Int(width * 0.36)..<Int(width * 0.64))
        }
    }

    private func crossing(_ stage: Stage, _ name: String, _ random: inout SeededGenerator) -> HardClip {
        let speed = Double.random(in: 40...200, using: &random)
        let order = [0, 1, 2].shuffled(using: &random)
        let width = Double(size.width)
        return clip("\(name), at \(speed) px/s", frames: min(120, Int(25 * (width - 200) / speed))) { index, time in
            let way = speed * time - (width - 200) / 2
            let places = [SIMD2(way, 0), SIMD2(-way, 12), SIMD2(way * 0.4 + 30, -20)]
            return try stage.frame(order.map { stage.head($0, moved: places[$0]) }, time)
        }
    }
}

/// The people and grounds of a clip.
private struct Stage: Sendable {
    let people: [FacePhoto]
    let grounds: [FacePhoto]
    private let size: (width: Int, height: Int)
    private let width: Double
    private let place: SIMD2<Double>
    /// How the second person differs in place and size.
    private let offset: SIMD2<Double>
    private let growth: Double

    init(
        people: [FacePhoto], grounds: [FacePhoto], size: (width: Int, height: Int), _ random: inout SeededGenerator
    ) {
        self.people = people
        self.grounds = grounds
        self.size = size
        width = .random(in: 60...140, using: &random)
        place = SIMD2(Double(size.width) / 2, Double(size.height) / 2)
        offset = SIMD2(.random(in: -12...12, using: &random), .random(in: -8...8, using: &random))
        growth = .random(in: 0.9...1.1, using: &random)
    }

    func head(_ person: Int, moved way: SIMD2<Double> = .zero) -> MovingHead {
        var head = MovingHead(
            people[person], at: place + way + (person == 0 ? .zero : offset),
            width: person == 0 ? width : width * growth)
        head.person = person
        return head
    }

    func frame(_ heads: [MovingHead], _ time: Double, ground: Int = 0, gain: Float = 1) throws -> HardClip.Frame {
        let ground = grounds[ground]
        let behind = CameraView(center: ground.size / 2, scale: ground.size.x / Double(size.width), gain: gain)
        return try HardClip.Frame(
            ground, behind, heads: heads, width: size.width, height: size.height, time: time)
    }
}

extension HardClip.Frame {
    /// Returns the frame with another number for whom its faces belong to.
    fileprivate func with(person: Int) -> HardClip.Frame {
        var other = self
        for place in other.faces.indices { other.faces[place].person = person }
        return other
    }

    /// Mixes two frames; the faces are those of the frame with the larger share.
    fileprivate init(mixing one: HardClip.Frame, _ two: HardClip.Frame, share: Double) throws {
        let (first, second) = (one.pixels.rgbBytes, two.pixels.rgbBytes)
        let bytes = zip(first, second).map { UInt8((Double($0) * (1 - share) + Double($1) * share).rounded()) }
        self.init(
            pixels: try PixelBuffer(
                copying: bytes, width: one.pixels.width, height: one.pixels.height, format: .rgb8),
            time: one.time, faces: share < 0.5 ? one.faces : two.faces)
    }

    /// Returns the frame with columns that are gray, behind which no face counts as visible.
    fileprivate func covering(columns: Range<Int>) throws -> HardClip.Frame {
        let width = pixels.width
        var bytes = pixels.rgbBytes
        for y in 0..<pixels.height {
            for x in columns { for channel in 0..<3 { bytes[(y * width + x) * 3 + channel] = 90 } }
        }
        return HardClip.Frame(
            pixels: try PixelBuffer(copying: bytes, width: width, height: pixels.height, format: .rgb8), time: time,
            faces: faces.filter { face in
                let left = face.center.x + face.radii.x * 0.2 < Double(columns.lowerBound)
                return left || face.center.x - face.radii.x * 0.2 > Double(columns.upperBound)
            })
    }
}
