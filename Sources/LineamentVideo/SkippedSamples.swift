internal import CLineamentFFmpeg

/// The side data of a packet that tells which of its samples are not heard.
///
/// These are no members of FFmpeg's types: an extension of one hides FFmpeg's constants from programs that import both this
/// library and FFmpeg.
enum SkippedSamples {
    /// Returns the side data; `nil` if all samples are heard.
    static func of(_ packet: UnsafeMutablePointer<AVPacket>) -> [UInt8]? {
        for index in 0..<Int(packet.pointee.side_data_elems) {
            let data = packet.pointee.side_data[index]
            guard data.type == AV_PKT_DATA_SKIP_SAMPLES, let start = data.data else { continue }
            return Array(UnsafeBufferPointer(start: start, count: Int(data.size)))
        }
        return nil
    }

    /// Adds the side data.
    static func set(_ bytes: [UInt8], of packet: UnsafeMutablePointer<AVPacket>, _ ffmpeg: LineamentFFmpeg) {
        let size = bytes.count
        guard let target = ffmpeg.av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, numericCast(size)) else {
            return
        }
        UnsafeMutableRawBufferPointer(start: target, count: size).copyBytes(from: bytes)
    }
}
