// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// What a codec carries beside the audio does not reach a copy: a mark is written into every place, and looked for in the
/// copy's bytes.
@Suite final class PrivateDataTests {
    private let folder: URL
    private static let mark = Array("SECRET-7261".utf8)

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A place for a mark.
    enum Place: String, CaseIterable {
        case vorbisComments, vorbisVendor, opusHeaderEnd, opusPadding, flacComments, flacDigest, flacApplication
        case alacEnd, aacHeaderEnd, aacChannelComment, aacData, aacFilling, mp3Tag, samplesHeader

        var track: AudioFile.Track {
            let mark = PrivateDataTests.mark
            switch self {
            case .vorbisComments: return vorbis(comment: mark, vendor: [])
            case .vorbisVendor: return vorbis(comment: [], vendor: mark)
            case .opusHeaderEnd: return opus(header: mark, packet: [0x08, 0, 0, 0])
            case .opusPadding:
                // Code 3, one frame, padding of as many bytes as the mark has.
                return opus(header: [], packet: [0x0b, 0x41, UInt8(mark.count), 1, 2, 3] + mark)
            case .flacComments: return flac(block: 4, digest: [])
            case .flacApplication: return flac(block: 2, digest: [])
            case .flacDigest: return flac(block: nil, digest: mark)
            case .alacEnd:
                let cookie: [UInt8] =
                    [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + [0, 0, 4, 0] + [0, 16, 40, 10, 14, 1, 0, 255]
                    + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0x3e, 0x80]
                return track(AV_CODEC_ID_ALAC, cookie + mark, [1, 2, 3, 4, 5, 6])
            case .aacHeaderEnd: return track(AV_CODEC_ID_AAC, [0x14, 0x08] + mark, AVIFile.silentAAC)
            case .aacChannelComment:
                // AAC-LC, 16 kHz, channels by a list: one front element, then the comment.
                var bits = Bits()
                for (value, count) in [(2, 5), (8, 4), (0, 4), (0, 3), (0, 4), (1, 2), (8, 4), (1, 4)] {
                    bits.append(value, count)
                }
                for (value, count) in [(0, 4), (0, 4), (0, 2), (0, 3), (0, 4), (0, 3), (0, 5)] {
                    bits.append(value, count)
                }
                bits.align()
                return track(
                    AV_CODEC_ID_AAC, bits.bytes + [UInt8(mark.count)] + mark, AVIFile.silentAAC)
            case .aacData:
                var bits = Bits()
                for (value, count) in [(4, 3), (0, 4), (1, 1), (mark.count, 8)] { bits.append(value, count) }
                bits.align()
                return track(AV_CODEC_ID_AAC, [0x14, 0x08], bits.bytes + mark + AVIFile.silentAAC)
            case .aacFilling:
                var bits = Bits()
                for (value, count) in [(6, 3), (15, 4), (mark.count + 2 - 14, 8)] { bits.append(value, count) }
                // The kind of filling, and bits up to a whole byte.
                bits.append(0, 4)
                bits.align()
                return track(AV_CODEC_ID_AAC, [0x14, 0x08], bits.bytes + mark + [0] + AVIFile.silentAAC)
            case .mp3Tag:
                let frame = [0xff, 0xfb, 0x90, 0xc0] + [UInt8](repeating: 0, count: 17) + Array("Info".utf8) + mark
                return track(AV_CODEC_ID_MP3, [], frame + [UInt8](repeating: 0, count: 417 - frame.count), rate: 44_100)
            case .samplesHeader: return track(AV_CODEC_ID_PCM_S16LE, mark, [UInt8](repeating: 3, count: 2048))
            }
        }

        /// The container that the mark is in, as others leave it out.
        var container: String { "mkv" }

        private func track(
            _ codec: AVCodecID, _ header: [UInt8], _ packet: [UInt8], rate: Int32 = 16_000
        ) -> AudioFile.Track {
            AudioFile.Track(codec: codec, header: header, packets: [packet], count: 20, rate: rate)
        }

        private func vorbis(comment: [UInt8], vendor: [UInt8]) -> AudioFile.Track {
            func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            let name = Array("vorbis".utf8)
            let first = [1] + name + long(0) + [1] + long(16_000) + long(0) + long(0) + long(0) + [0xb8, 1]
            let entry = Array("ARTIST=".utf8) + comment
            let second = [3] + name + long(vendor.count) + vendor + long(1) + long(entry.count) + entry + [1]
            let setup = [5] + name + [UInt8](repeating: 7, count: 40)
            return track(AV_CODEC_ID_VORBIS, [2, 30, UInt8(second.count)] + first + second + setup, [0, 1, 2, 3])
        }

        private func opus(header: [UInt8], packet: [UInt8]) -> AudioFile.Track {
            let head = Array("OpusHead".utf8) + [1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]
            return track(AV_CODEC_ID_OPUS, head + header, packet, rate: 48_000)
        }

        private func flac(block: UInt8?, digest: [UInt8]) -> AudioFile.Track {
            let mark = PrivateDataTests.mark
            let digest = digest + [UInt8](repeating: 0, count: 16 - digest.count)
            let info: [UInt8] = [4, 0, 4, 0, 0, 0, 0, 0, 0, 0] + [0x03, 0xe8, 0x00, 0xf0, 0, 0, 0, 0] + digest
            guard let block else { return track(AV_CODEC_ID_FLAC, info, [0xff, 0xf8, 1, 2]) }
            let blocks = [0, 0, 0, 34] + info + [0x80 | block, 0, 0, UInt8(mark.count)] + mark
            return track(AV_CODEC_ID_FLAC, Array("fLaC".utf8) + blocks, [0xff, 0xf8, 1, 2])
        }
    }

    /// Bits, the most significant first.
    struct Bits {
        private(set) var bytes: [UInt8] = []
        private var count = 0

        mutating func append(_ value: Int, _ length: Int) {
            for bit in (0..<length).reversed() {
                if count % 8 == 0 { bytes.append(0) }
                bytes[count / 8] |= UInt8(value >> bit & 1) << (7 - count % 8)
                count += 1
            }
        }

        mutating func align() { count = bytes.count * 8 }
    }

    @Test(arguments: Place.allCases, ["mp4", "mov", "mkv", "webm"])
    func marksDoNotReachTheCopy(place: Place, container: String) throws {
        let source = folder.appending(path: "in.\(place.container)")
        try AudioFile.write([place.track], to: source.path)
        let target = folder.appending(path: "out.\(container)")
        let reader = try VideoReader(source)
        guard (try? reader.checkAudio(fits: target.path)) != nil else { return }
        let writer = try VideoWriter(target, matching: reader)
        while let frame = try reader.next() { try writer.write(frame.pixels, time: frame.time) }
        try writer.finish()
        let copy = try Data(contentsOf: target)
        #expect(copy.range(of: Data(Self.mark)) == nil)
        let copied = try VideoReader(target).demuxer
        #expect(copied.audioBacklog.streams.count == 1)
    }

    /// The marks above are in the files that are read, so that their absence says something.
    @Test(arguments: Place.allCases) func marksAreInTheOriginal(place: Place) throws {
        let track = place.track
        let bytes = Data(track.header + track.packets.joined())
        #expect(bytes.range(of: Data(Self.mark)) != nil)
        let header = Data(AudioHeader.cleaned(track.header, of: track.codec))
        #expect(header.range(of: Data(Self.mark)) == nil)
    }

    /// User data and captions in the original's frames are not handed to the encoder.
    @Test(arguments: ["mp4", "mkv", "webm"], [5, 4]) func marksInFramesDoNotReachTheCopy(
        container: String, kind: UInt8
    ) throws {
        // Captions: the country, the provider, and their kind; otherwise a number of whoever wrote the data.
        let captions: [UInt8] =
            [0xb5, 0, 0x31] + Array("GA94".utf8) + [3, 0x45, 0xff, 0xfc] + Self.mark + [0xfc, 0xff]
        let data = kind == 4 ? captions : [UInt8](repeating: 0x5a, count: 16) + Self.mark
        let source = folder.appending(path: "in.mkv")
        try AudioFile.write([], unit: [6, kind, UInt8(data.count)] + data + [0x80], to: source.path)
        #expect(try Data(contentsOf: source).range(of: Data(Self.mark)) != nil)
        let target = folder.appending(path: "out.\(container)")
        let reader = try VideoReader(source)
        let writer = try VideoWriter(target, matching: reader)
        var count = 0
        while let frame = try reader.next() {
            try writer.write(frame.pixels, time: frame.time)
            count += 1
        }
        try writer.finish()
        #expect(count == 50)
        #expect(try Data(contentsOf: target).range(of: Data(Self.mark)) == nil)
    }

    /// What a decoder needs is left as it is.
    @Test func headersWithoutMarksStay() {
        #expect(AACHeader.cleaned([0x14, 0x08]) == [0x14, 0x08])
        // HE-AAC with the extension that decoders of old skip.
        #expect(AACHeader.cleaned([0x13, 0x88, 0x56, 0xe5, 0xa0]) == [0x13, 0x88, 0x56, 0xe5, 0xa0])
        let opus = Array("OpusHead".utf8) + [1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 1] + [4, 2, 0, 4, 1, 2, 3, 5]
        #expect(AudioHeader.cleaned(opus, of: AV_CODEC_ID_OPUS) == opus)
        for bytes in [[], [0], [2], [2, 255], [0, 30, 1], Array("fLaC".utf8)] as [[UInt8]] {
            for codec in [AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC, AV_CODEC_ID_AAC, AV_CODEC_ID_ALAC, AV_CODEC_ID_OPUS] {
                _ = AudioHeader.cleaned(bytes, of: codec)
            }
        }
    }
}
