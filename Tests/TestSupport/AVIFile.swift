// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament
internal import LineamentImages

/// A video file with Motion JPEG and sound, made byte by byte, so that its sound is known.
public struct AVIFile: Sendable {
    /// The sound of a file.
    public enum Sound: Sendable {
        /// Samples of one channel, 16,000 a second.
        case samples([Int16])
        /// Packets of silence in AAC of 1024 samples, one channel, 16,000 samples a second.
        case silentAAC(packets: Int)
    }

    /// A packet of silence in AAC.
    public static let silentAAC: [UInt8] = [0x01, 0x18, 0x20, 0x07]

    private static let sampleRate = 16_000
    private let frames: [DerivedPixels]
    private let frameRate: Int
    private let sound: Sound?

    /// Creates a file.
    public init(frames: [DerivedPixels], frameRate: Int = 25, sound: Sound? = nil) {
        (self.frames, self.frameRate, self.sound) = (frames, frameRate, sound)
    }

    /// Returns the bytes of the file.
    public func data() throws -> Data {
        let packets = try packets()
        let (width, height) = (frames[0].width, frames[0].height)
        let streams = sound == nil ? 1 : 2
        let main = Self.longs([
            1_000_000 / frameRate, 0, 0, 0x110, frames.count, 0, streams, 1 << 20, width, height, 0, 0, 0, 0,
        ])
        let video =
            Self.streamHeader("vids", "MJPG", scale: 1, rate: frameRate, length: frames.count, sampleSize: 0)
            + Self.chunk(
                "strf",
                Self.longs([40, width, height]) + [1, 0, 24, 0] + Array("MJPG".utf8)
                    + Self.longs([width * height * 3, 0, 0, 0, 0]))
        let header = Self.chunk("avih", main) + Self.list("strl", video) + (sound.map(soundHeader) ?? [])
        var (body, index) = (Array("movi".utf8), [UInt8]())
        for (name, bytes) in packets {
            index += Array(name.utf8) + Self.longs([0x10, body.count, bytes.count])
            body += Self.chunk(name, bytes)
        }
        let parts = Self.list("hdrl", header) + Self.chunk("LIST", body) + Self.chunk("idx1", index)
        return Data(Self.chunk("RIFF", Array("AVI ".utf8) + parts))
    }

    /// Returns the packets of both streams in the order of time.
    private func packets() throws -> [(name: String, bytes: [UInt8])] {
        var packets: [(time: Double, name: String, bytes: [UInt8])] = []
        for (index, frame) in frames.enumerated() {
            let file = try ImageEncoder().encode(frame.pixelBuffer(), as: .jpeg)
            packets.append((Double(index) / Double(frameRate), "00dc", [UInt8](file)))
        }
        switch sound {
        case .samples(let samples):
            let length = Self.sampleRate / frameRate
            for start in stride(from: 0, to: samples.count, by: length) {
                let part = samples[start..<min(start + length, samples.count)]
                let bytes = part.flatMap { Self.short(Int(UInt16(bitPattern: $0))) }
                packets.append((Double(start) / Double(Self.sampleRate), "01wb", bytes))
            }
        case .silentAAC(let count):
            for packet in 0..<count {
                packets.append((Double(packet * 1024) / Double(Self.sampleRate), "01wb", Self.silentAAC))
            }
        case nil: break
        }
        return packets.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.map { ($0.name, $0.bytes) }
    }

    private func soundHeader(_ sound: Sound) -> [UInt8] {
        let rate = Self.sampleRate
        let (header, format): ([UInt8], [UInt8])
        switch sound {
        case .samples(let samples):
            header = Self.streamHeader(
                "auds", "\0\0\0\0", scale: 2, rate: rate * 2, length: samples.count, sampleSize: 2)
            format = [1, 0, 1, 0] + Self.longs([rate, rate * 2]) + [2, 0, 16, 0, 0, 0]
        case .silentAAC(let count):
            header = Self.streamHeader("auds", "\0\0\0\0", scale: 1024, rate: rate, length: count, sampleSize: 0)
            // The last two bytes tell the decoder of AAC-LC, 16 kHz and one channel.
            format = [0xff, 0, 1, 0] + Self.longs([rate, 2000]) + [0, 4, 0, 0, 2, 0, 0x14, 0x08]
        }
        return Self.list("strl", header + Self.chunk("strf", format))
    }

    private static func streamHeader(
        _ kind: String, _ codec: String, scale: Int, rate: Int, length: Int, sampleSize: Int
    ) -> [UInt8] {
        let numbers = longs([0, 0, 0, scale, rate, 0, length, 1 << 20, 0xffff_ffff, sampleSize, 0, 0])
        return chunk("strh", Array(kind.utf8) + Array(codec.utf8) + numbers)
    }

    private static func list(_ name: String, _ body: [UInt8]) -> [UInt8] { chunk("LIST", Array(name.utf8) + body) }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + longs([body.count]) + body + [UInt8](repeating: 0, count: body.count % 2)
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
    private static func longs(_ values: [Int]) -> [UInt8] { values.flatMap { short($0) + short($0 >> 16) } }
}
