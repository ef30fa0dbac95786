// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// Clears what compressed packets of audio carry beside the audio, where it can be found without decoding them.
struct AudioPacketCleaner {
    private let codec: AVCodecID
    /// Whether a packet of Opus is that of one stream.
    private let isOneStream: Bool

    init(_ parameters: AVCodecParameters) {
        codec = parameters.codec_id
        let header = UnsafeBufferPointer(start: parameters.extradata, count: Int(parameters.extradata_size))
        isOneStream = header.count <= 19 || header[18] == 0 || header[19] == 1
    }

    /// Whether packets may have to be changed.
    var isNeeded: Bool { [AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS].contains(codec) }

    /// Replaces what is not audio by zeros.
    func clean(_ packet: UnsafeMutableBufferPointer<UInt8>) {
        switch codec {
        case AV_CODEC_ID_AAC: cleanAAC(packet)
        case AV_CODEC_ID_MP3: cleanMP3(packet)
        case AV_CODEC_ID_OPUS: if isOneStream { cleanOpus(packet) }
        default: break
        }
    }

    /// The elements of data and of filling before the first channel.
    private func cleanAAC(_ packet: UnsafeMutableBufferPointer<UInt8>) {
        // In transport streams, each packet has a header of its own.
        let hasHeader = packet.count > 7 && packet[0] == 0xff && packet[1] & 0xf6 == 0xf0
        let start = hasHeader ? (packet[1] & 1 == 1 ? 7 : 9) : 0
        guard packet.count > start, [4, 5, 6].contains(packet[start] >> 5) else { return }
        var reader = BitReader(Array(packet[start...]))
        while reader.remaining > 7 {
            switch reader.read(3) {
            case 4: clearData(&reader)
            case 5: AACHeader.clearChannelComment(&reader)
            case 6: clearFilling(&reader)
            default: return put(reader.bytes, into: packet, at: start)
            }
        }
        put(reader.bytes, into: packet, at: start)
    }

    private func clearData(_ reader: inout BitReader) {
        _ = reader.read(4)
        let isAligned = reader.read(1) == 1
        var count = reader.read(8)
        if count == 255 { count += reader.read(8) }
        if isAligned { reader.position = (reader.position + 7) / 8 * 8 }
        reader.clear(8 * count)
    }

    private func clearFilling(_ reader: inout BitReader) {
        var count = reader.read(4)
        if count == 15 { count += reader.read(8) - 1 }
        let start = reader.position
        let kind = count > 0 ? reader.read(4) : 0
        reader.position = start
        // Others belong to the audio: the upper band, and how loud it is played.
        if kind <= 2 { reader.clear(8 * count) } else { reader.position += 8 * count }
    }

    private func put(_ bytes: [UInt8], into packet: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
        for (index, byte) in bytes.enumerated() { packet[start + index] = byte }
    }

    /// The frame before the first, in which encoders tell their name and settings. It stays, as a silent one.
    private func cleanMP3(_ packet: UnsafeMutableBufferPointer<UInt8>) {
        guard packet.count > 40, packet[0] == 0xff, packet[1] & 0xe0 == 0xe0 else { return }
        let isFirstVersion = packet[1] >> 3 & 3 == 3
        let isMono = packet[3] >> 6 == 3
        let side =
            switch (isFirstVersion, isMono) {
            case (true, false): 32
            case (true, true), (false, false): 17
            case (false, true): 9
            }
        let start = 4 + side + (packet[1] & 1 == 0 ? 2 : 0)
        for (tag, place) in [("Xing", start), ("Info", start), ("VBRI", 36)] {
            guard packet.count >= place + 4, packet[place..<place + 4].elementsEqual(tag.utf8) else { continue }
            for index in place..<packet.count { packet[index] = 0 }
        }
    }

    /// The padding at the end of a packet.
    private func cleanOpus(_ packet: UnsafeMutableBufferPointer<UInt8>) {
        guard packet.count > 2, packet[0] & 3 == 3, packet[1] & 0x40 != 0 else { return }
        var place = 2
        var padding = 0
        while place < packet.count, packet[place] == 255 {
            padding += 254
            place += 1
        }
        guard place < packet.count else { return }
        padding += Int(packet[place])
        for index in max(place + 1, packet.count - padding)..<packet.count { packet[index] = 0 }
    }
}
