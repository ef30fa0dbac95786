// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The description of an audio stream that its decoder needs, without what else a file keeps there.
enum AudioHeader {
    /// Returns the description without comments, tags, names of programs, and bytes that no decoder reads.
    static func cleaned(_ bytes: [UInt8], of codec: AVCodecID) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        switch codec {
        case AV_CODEC_ID_VORBIS: return vorbis(bytes) ?? bytes
        case AV_CODEC_ID_OPUS: return opus(bytes)
        case AV_CODEC_ID_FLAC: return flac(bytes) ?? bytes
        case AV_CODEC_ID_ALAC: return alac(bytes)
        case AV_CODEC_ID_AAC: return AACHeader.cleaned(bytes)
        case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS:
            return []
        default:
            // Samples need no description, whatever a WAVE header brings along.
            let samples = AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue
            return samples.contains(codec.rawValue) ? [] : bytes
        }
    }

    /// Vorbis has three headers: identification, comments, and setup. The comments become empty ones.
    private static func vorbis(_ bytes: [UInt8]) -> [UInt8]? {
        guard let headers = xiphHeaders(bytes), headers[0].count >= 30 else { return nil }
        let comments = Array("\u{3}vorbis".utf8) + [0, 0, 0, 0] + [0, 0, 0, 0] + [1]
        return [2, 30, UInt8(comments.count)] + headers[0].prefix(30) + comments + headers[2]
    }

    /// Splits three headers whose lengths stand before each, or all in front as sums of bytes.
    private static func xiphHeaders(_ bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
        var rest = bytes[...]
        if bytes.starts(with: [0, 30]) {
            var headers: [ArraySlice<UInt8>] = []
            for _ in 0..<3 {
                guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
                let length = Int(high) << 8 | Int(low)
                guard length <= rest.count else { return nil }
                headers.append(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            return headers
        }
        guard rest.popFirst() == 2 else { return nil }
        var lengths = [0, 0]
        for index in lengths.indices {
            var byte: UInt8 = 255
            while byte == 255 {
                guard let next = rest.popFirst() else { return nil }
                byte = next
                lengths[index] += Int(byte)
            }
        }
        guard lengths[0] + lengths[1] <= rest.count else { return nil }
        let first = rest.prefix(lengths[0])
        let second = rest.dropFirst(lengths[0]).prefix(lengths[1])
        return [first, second, rest.dropFirst(lengths[0] + lengths[1])]
    }

    /// `OpusHead` ends after the family of the mapping of channels, or after the mapping.
    private static func opus(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 18 else { return bytes }
        return Array(bytes.prefix(bytes[18] == 0 ? 19 : 21 + Int(bytes[9])))
    }

    /// Returns the FLAC block that describes the stream, without the digest of the whole original.
    private static func flac(_ bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        if rest.starts(with: Array("fLaC".utf8)) { rest = rest.dropFirst(4) }
        if rest.count >= 38, rest.dropFirst().starts(with: [0, 0, 34]) { rest = rest.dropFirst(4) }
        guard rest.count >= 34 else { return nil }
        return rest.prefix(18) + [UInt8](repeating: 0, count: 16)
    }

    /// ALAC's cookie in its box.
    private static func alac(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 36, bytes[4..<8].elementsEqual("alac".utf8) else { return bytes }
        return [0, 0, 0, 36] + bytes[4..<36]
    }
}
