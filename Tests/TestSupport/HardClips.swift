// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Makes clips that are hard to redact from a few photos.
public struct HardClips: Sendable {
    /// The kinds of difficulties.
    public enum Kind: String, CaseIterable, Sendable {
        case flash, exposure, pan, whipPan, cuts, sizeChange, turnedFrame, gap, entry, blur, drops, zoom, black,
            interlaced, dark
    }

    let photos: [FacePhoto]
    let backgrounds: [FacePhoto]
    let size = (width: 640, height: 360)
    let rate = 25.0

    /// Prepares clips of photos with one face each.
    /// - Parameter backgrounds: Photos without a face.
    public init(_ photos: [FacePhoto], backgrounds: [FacePhoto]) {
        self.photos = photos
        self.backgrounds = backgrounds
    }

    /// Returns a clip of each kind in turn, with numbers of its own.
    public func clip(_ index: Int) -> HardClip {
        let kind = Kind.allCases[index % Kind.allCases.count]
        var random = SeededGenerator(seed: UInt64(index) &* 7919 &+ 17)
        let photo = photos[Int.random(in: 0..<photos.count, using: &random)]
        let background = backgrounds[Int.random(in: 0..<backgrounds.count, using: &random)]
        switch kind {
        case .flash: return flash(photo, &random)
        case .exposure: return exposure(photo, &random)
        case .pan: return pan(photo, &random, isBlurred: false)
        case .blur: return pan(photo, &random, isBlurred: true)
        case .whipPan: return whipPan(photo, &random)
        case .cuts: return cuts(&random)
        case .sizeChange: return sizeChange(photo, &random)
        case .turnedFrame: return turnedFrame(photo, &random)
        case .gap: return gap(photo, over: background, &random)
        case .entry: return entry(photo, over: background, &random)
        case .drops: return drops(photo, over: background, &random)
        case .zoom: return zoom(photo, &random)
        case .black: return black(photo, over: background, &random)
        case .interlaced: return interlaced(photo, over: background, &random)
        case .dark: return dark(photo, over: background, &random)
        }
    }

    /// Returns a view in which the face of a photo has a width, at a place in fractions of the frame.
    func view(_ photo: FacePhoto, faceWidth: Double, at place: SIMD2<Double> = SIMD2(0.5, 0.45)) -> CameraView {
        guard let face = photo.faces.first else { return CameraView(center: photo.size / 2, scale: 1) }
        let scale = face.radii.x * 2 / faceWidth
        let offset = (place - 0.5) * SIMD2(Double(size.width), Double(size.height))
        return CameraView(center: face.center - offset * scale, scale: scale)
    }

    func clip(
        _ name: String, frames: Int = 50,
        _ draw: @escaping @Sendable (_ index: Int, _ time: Double) throws -> HardClip.Frame
    ) -> HardClip {
        let rate = rate
        return HardClip(name: name, count: frames) { try draw($0, Double($0) / rate) }
    }

    func frame(
        _ photo: FacePhoto, _ view: CameraView, heads: [MovingHead] = [], _ time: Double
    ) throws -> HardClip.Frame {
        try HardClip.Frame(photo, view, heads: heads, width: size.width, height: size.height, time: time)
    }

    private func flash(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 50...140, using: &random))
        let every = Int.random(in: 5...12, using: &random)
        let length = Int.random(in: 1...3, using: &random)
        let gain = Float([3, 4, 8, 40].randomElement(using: &random) ?? 4)
        return clip("flash: \(length) of \(every) frames × \(gain), \(photo.name)") { [self] index, time in
            var lit = still
            if index >= every, index % every < length { lit.gain = gain }
            return try frame(photo, lit, time)
        }
    }

    private func exposure(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 50...140, using: &random))
        let period = Double.random(in: 0.3...2, using: &random)
        return clip("exposure: from 1/4 to 4 in \(period) s, \(photo.name)") { [self] _, time in
            var lit = still
            lit.gain = Float(pow(4, sin(2 * .pi * time / period)))
            return try frame(photo, lit, time)
        }
    }

    private func pan(_ photo: FacePhoto, _ random: inout SeededGenerator, isBlurred: Bool) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 50...120, using: &random))
        let speed = Double.random(in: 0.2...(isBlurred ? 1 : 4), using: &random)
        return clip("pan: \(speed) widths/s, blurred \(isBlurred), \(photo.name)") { [self] _, time in
            // Back and forth over a width and a half.
            let way = speed * time
            let place = abs((way + 0.75).truncatingRemainder(dividingBy: 3) - 1.5) - 0.75
            var moved = still
            let width = Double(size.width) * still.scale
            moved.center.x += place * width
            if isBlurred { moved.blur.x = speed * width / rate / 2 }
            return try frame(photo, moved, time)
        }
    }

    private func whipPan(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 50...120, using: &random))
        let length = Int.random(in: 2...8, using: &random)
        return clip("whip pan: away and back in \(length) frames, \(photo.name)") { [self] index, time in
            var moved = still
            let phase = Double(index % 20) / Double(length)
            if phase < 1 {
                moved.center.x += sin(.pi * phase) * 1.5 * Double(size.width) * still.scale
                moved.blur.x = abs(cos(.pi * phase)) * 1.5 * .pi / Double(length) * Double(size.width) * still.scale / 2
            }
            return try frame(photo, moved, time)
        }
    }

    private func cuts(_ random: inout SeededGenerator) -> HardClip {
        let every = Int.random(in: 1...20, using: &random)
        let start = Int.random(in: 0..<photos.count, using: &random)
        let shown = (0..<4).map { photos[(start + $0) % photos.count] }
        let views = shown.map { photo in
            view(
                photo, faceWidth: .random(in: 50...140, using: &random),
                at: SIMD2(.random(in: 0.2...0.8, using: &random), .random(in: 0.35...0.65, using: &random)))
        }
        return clip("cuts: every \(every) frames") { [self] index, time in
            let number = index / every % 4
            return try frame(shown[number], views[number], time)
        }
    }

    private func sizeChange(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 60...140, using: &random))
        let factor = [0.5, 0.75, 1.5].randomElement(using: &random) ?? 0.5
        let gap = Int.random(in: 0...8, using: &random)
        return clip("size: × \(factor), face lost for \(gap) frames, \(photo.name)") { [self] index, time in
            var lit = still
            let isLater = index >= 25
            if isLater { lit.scale /= factor }
            // Nothing can be seen around the change.
            if abs(index - 25) * 2 < gap { lit.gain = 40 }
            let width = isLater ? Int(Double(size.width) * factor) : size.width
            let height = isLater ? Int(Double(size.height) * factor) : size.height
            return try HardClip.Frame(photo, lit, width: width, height: height, time: time)
        }
    }

    private func turnedFrame(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: .random(in: 60...120, using: &random), at: SIMD2(0.5, 0.5))
        return clip("frame turned from landscape to portrait, \(photo.name)") { [self] index, time in
            let isUpright = index % 30 >= 15
            return try HardClip.Frame(
                photo, still, width: isUpright ? size.height : size.width,
                height: isUpright ? size.width : size.height, time: time)
        }
    }

    private func gap(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let length = Double.random(in: 0.1...1.5, using: &random)
        let speed = Double.random(in: 0...220, using: &random)
        let width = Double.random(in: 60...160, using: &random)
        let behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width))
        return clip("gap: \(length) s at \(speed) px/s, \(photo.name)", frames: 85) { [self] _, time in
            let place = SIMD2(90 + speed * min(time, (Double(size.width) - 180) / max(1, speed)), 180)
            let isHidden = time >= 1 && time < 1 + length - 1e-6 - 2 / rate
            let head = MovingHead(photo, at: place, width: width, isHidden: isHidden)
            return try frame(background, behind, heads: [head], time)
        }
    }

    private func entry(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let side = Int.random(in: 0..<4, using: &random)
        let speeds: [Double] = [40, 80, 160, 320, 640]
        let speed = speeds[Int.random(in: 0..<speeds.count, using: &random)]
        let width = Double.random(in: 50...130, using: &random)
        let behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width))
        let inwards = [SIMD2(1.0, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)][side]
        let middle = SIMD2(Double(size.width), Double(size.height)) / 2
        let start = middle - inwards * (middle + width)
        let reach = width + (side < 2 ? 200.0 : 130.0)
        return clip("entry: side \(side), \(speed) px/s, \(photo.name)", frames: 75) { [self] _, time in
            // In, a rest, and out again.
            let out: Double = max(-width, speed * (3 - time))
            let way: Double = min(speed * time, reach, out)
            return try frame(
                background, behind, heads: [MovingHead(photo, at: start + inwards * way, width: width)], time)
        }
    }

    private func drops(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let speed = Double.random(in: 40...250, using: &random)
        let width = Double.random(in: 50...130, using: &random)
        let behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width))
        let times = (0..<60).map { index in
            // Some frames are shown twice, some are missing.
            Double(index + [0, -1, 0, 2, 1, 0, 3][index % 7])
        }
        return clip("drops and doubles: \(speed) px/s, \(photo.name)", frames: 60) { [self] index, time in
            let way = abs((speed * times[index] / rate + 450).truncatingRemainder(dividingBy: 900) - 450)
            let head = MovingHead(photo, at: SIMD2(95 + way, 180), width: width)
            return try frame(background, behind, heads: [head], time)
        }
    }

    private func zoom(_ photo: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let still = view(photo, faceWidth: 80)
        let factor = Double.random(in: 1.5...4, using: &random)
        let period = Double.random(in: 0.4...2, using: &random)
        return clip("zoom: × \(factor) in \(period) s, \(photo.name)") { [self] _, time in
            var moved = still
            moved.scale /= pow(factor, (1 - cos(2 * .pi * time / period)) / 2) / factor.squareRoot()
            return try frame(photo, moved, time)
        }
    }

    private func black(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let speed = Double.random(in: 20...200, using: &random)
        let length = Int.random(in: 1...20, using: &random)
        let gain = Float([0, 60].randomElement(using: &random) ?? 0)
        let behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width), gain: 1)
        return clip("nothing to see: \(length) frames × \(gain), \(speed) px/s, \(photo.name)", frames: 60) {
            [self] index, time in
            let way = abs((speed * time + 450).truncatingRemainder(dividingBy: 900) - 450)
            var lit = behind
            if (20..<20 + length).contains(index) { lit.gain = gain }
            return try frame(background, lit, heads: [MovingHead(photo, at: SIMD2(95 + way, 180), width: 90)], time)
        }
    }

    private func dark(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip {
        let light = Double.random(in: 0.06...0.15, using: &random)
        let speed = Double.random(in: 20...120, using: &random)
        let width = Double.random(in: 50...130, using: &random)
        let seed = random.next()
        var behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width))
        // What is displayed is about the light to the power of 1/2.2.
        behind.gain = Float(pow(light, 1 / 2.2))
        return clip("dark: \(light) of the light, \(speed) px/s, \(photo.name)") { [self, behind] index, time in
            let way = abs((speed * time + 450).truncatingRemainder(dividingBy: 900) - 450)
            let head = MovingHead(photo, at: SIMD2(95 + way, 180), width: width)
            return try frame(background, behind, heads: [head], time).noisy(seed: seed &+ UInt64(index))
        }
    }

    private func interlaced(_ photo: FacePhoto, over background: FacePhoto, _ random: inout SeededGenerator) -> HardClip
    {
        let speed = Double.random(in: 100...500, using: &random)
        let width = Double.random(in: 60...130, using: &random)
        let behind = CameraView(center: background.size / 2, scale: background.size.x / Double(size.width))
        return clip("interlaced: \(speed) px/s, \(photo.name)") { [self] _, time in
            func field(_ time: Double) throws -> HardClip.Frame {
                let way = abs((speed * time + 450).truncatingRemainder(dividingBy: 900) - 450)
                return try frame(
                    background, behind, heads: [MovingHead(photo, at: SIMD2(95 + way, 180), width: width)], time)
            }
            let upper = try field(time)
            let lower = try field(time + 0.5 / rate)
            return try HardClip.Frame(weaving: upper, lower)
        }
    }
}

extension HardClip.Frame {
    /// Returns the frame with noise of about three levels.
    fileprivate func noisy(seed: UInt64) throws -> HardClip.Frame {
        var random = SeededGenerator(seed: seed)
        let bytes = pixels.rgbBytes.map { level in
            let noise = random.next()
            // The sum of three numbers of 0 to 5.
            let sum = Int(noise % 6) + Int((noise >> 16) % 6) + Int((noise >> 32) % 6)
            return UInt8(max(0, min(255, Int(level) + sum - 7)))
        }
        return HardClip.Frame(
            pixels: try PixelBuffer(copying: bytes, width: pixels.width, height: pixels.height, format: .rgb8),
            time: time, faces: faces)
    }

    /// Takes every other row from a second frame; the faces are those of the first.
    fileprivate init(weaving upper: HardClip.Frame, _ lower: HardClip.Frame) throws {
        let width = upper.pixels.width
        var bytes = upper.pixels.rgbBytes
        let other = lower.pixels.rgbBytes
        for row in stride(from: 1, to: upper.pixels.height, by: 2) {
            let range = row * width * 3..<(row + 1) * width * 3
            bytes.replaceSubrange(range, with: other[range])
        }
        pixels = try PixelBuffer(copying: bytes, width: width, height: upper.pixels.height, format: .rgb8)
        time = upper.time
        faces = upper.faces
    }
}
