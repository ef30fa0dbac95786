// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// Packets in a temporary file, which are read back once.
final class PacketSpool {
    /// The properties of a packet that are kept beside its data.
    private struct Header {
        var pts: Int64
        var dts: Int64
        var duration: Int64
        var flags: Int32
        var stream: Int32
        var size: Int32
        /// The number of bytes that tell which samples are not heard; 0 or more.
        var trimSize: Int32
    }

    /// The size of the file, in bytes.
    private(set) var byteCount = 0
    private let ffmpeg: LineamentFFmpeg
    private let file: ScratchFile

    init(_ ffmpeg: LineamentFFmpeg) throws {
        self.ffmpeg = ffmpeg
        file = try ScratchFile()
    }

    /// Appends a packet.
    func add(_ packet: AVPacket) throws {
        let trim = SkippedSamples.of(packet, ffmpeg)
        var header = Header(
            pts: packet.pts, dts: packet.dts, duration: packet.duration,
            flags: packet.flags, stream: packet.stream_index, size: packet.size,
            trimSize: Int32(trim?.count ?? 0))
        try withUnsafeBytes(of: &header) { try append($0) }
        try append(UnsafeRawBufferPointer(start: packet.data, count: Int(packet.size)))
        if let trim { try trim.withUnsafeBytes { try append($0) } }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws {
        try file.write(bytes, at: byteCount)
        byteCount += bytes.count
    }

    /// Passes all packets to `body`, each valid during the call.
    func drain(_ body: (AVPacket) -> Void) throws {
        var offset = 0
        while offset < byteCount {
            var header = Header(pts: 0, dts: 0, duration: 0, flags: 0, stream: 0, size: 0, trimSize: 0)
            try withUnsafeMutableBytes(of: &header) { try file.read(into: $0, at: offset) }
            offset += MemoryLayout<Header>.size
            var made = ffmpeg.av_packet_alloc()
            defer { ffmpeg.av_packet_free(&made) }
            guard let packet = made, ffmpeg.av_new_packet(packet, header.size) >= 0 else {
                throw LineamentError(.resourceExhausted, "There is not enough memory for audio.")
            }
            let data = UnsafeMutableRawBufferPointer(start: packet.data, count: Int(header.size))
            try file.read(into: data, at: offset)
            offset += Int(header.size)
            packet.pts = header.pts
            packet.dts = header.dts
            packet.duration = header.duration
            packet.flags = header.flags
            packet.stream_index = header.stream
            var trim = [UInt8](repeating: 0, count: Int(header.trimSize))
            try trim.withUnsafeMutableBytes { try file.read(into: $0, at: offset) }
            offset += trim.count
            if !trim.isEmpty { SkippedSamples.set(trim, of: packet, ffmpeg) }
            body(packet)
        }
    }
}
