internal import CLineamentFFmpeg

/// The audio packets that arrive before the first frame, for a writer that is created with that frame.
///
/// A decoder returns its first frame only after further packets; the audio among them belongs to the video.
final class AudioBacklog {
    /// The index of the audio stream; negative if there is none.
    let index: Int32
    private let ffmpeg: LineamentFFmpeg
    private var packets: [UnsafeMutablePointer<AVPacket>] = []
    private var byteCount = 0
    private var isClosed = false

    /// The limits of what is kept. Beyond them, the older half is dropped.
    private static let (maximumByteCount, maximumCount) = (16 << 20, 10_000)

    init(index: Int32, _ ffmpeg: LineamentFFmpeg) {
        self.index = index
        self.ffmpeg = ffmpeg
    }

    deinit { removeAll() }

    /// Keeps a reference to a packet if it is one of the audio stream.
    func keep(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard !isClosed, packet.pointee.stream_index == index, let copy = ffmpeg.av_packet_clone(packet) else { return }
        packets.append(copy)
        byteCount += Int(copy.pointee.size)
        if byteCount > Self.maximumByteCount || packets.count > Self.maximumCount { dropOlderHalf() }
    }

    private func dropOlderHalf() {
        let count = (packets.count + 1) / 2
        for packet in packets.prefix(count) {
            byteCount -= Int(packet.pointee.size)
            var oldest: UnsafeMutablePointer<AVPacket>? = packet
            ffmpeg.av_packet_free(&oldest)
        }
        packets.removeFirst(count)
    }

    /// Passes the packets to `body` in the order of their arrival and drops them.
    func drain(_ body: (UnsafeMutablePointer<AVPacket>) -> Void) {
        for packet in packets { body(packet) }
        removeAll()
    }

    /// Drops the packets. No more are kept from now on.
    func close() {
        isClosed = true
        removeAll()
    }

    private func removeAll() {
        for packet in packets {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            ffmpeg.av_packet_free(&packet)
        }
        packets = []
        byteCount = 0
    }
}
