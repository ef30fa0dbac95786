// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The side data of a packet that tells which of its samples are not heard.
///
/// These are not members of FFmpeg's types: an extension of one hides FFmpeg's constants from programs that import both
/// this library and FFmpeg.
enum SkippedSamples {
    /// Returns the side data; `nil` if all samples are heard.
    static func of(_ packet: AVPacket, _ ffmpeg: LineamentFFmpeg) -> [UInt8]? {
        var size = 0
        let data = ffmpeg.av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size)
        return data.map { Array(UnsafeBufferPointer(start: $0, count: size)) }
    }

    /// Returns how many samples at the beginning of the audio are not heard, as the side data of its first packet says. They may
    /// be more than the packet has.
    static func leadingCount(_ bytes: [UInt8]?) -> Int {
        guard let bytes, bytes.count >= 4 else { return 0 }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the side data by which that many samples, from the beginning of a packet on, are not heard.
    static func leading(_ count: Int) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        return bytes + [0, 0, 0, 0, 0, 0]
    }

    /// Adds the side data.
    static func set(_ bytes: [UInt8], of packet: AVPacket, _ ffmpeg: LineamentFFmpeg) {
        let size = bytes.count
        guard let target = ffmpeg.av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, size) else {
            return
        }
        UnsafeMutableRawBufferPointer(start: target, count: size).copyBytes(from: bytes)
    }
}
