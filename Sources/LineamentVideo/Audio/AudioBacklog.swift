// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// The audio packets that arrive before a writer copies them.
///
/// A decoder returns its first frame only after further packets, and who looks ahead creates a writer after further frames.
/// The audio that is read meanwhile belongs to the video.
final class AudioBacklog {
    /// Why there is no audio to copy.
    enum Absence: Error {
        /// The reader was told that no writer would copy any.
        case dropped
        /// There was more than the limit.
        case tooMuch
        /// Another writer copies it.
        case taken
        /// It could not be kept.
        case failed(LineamentError)
    }

    /// The indices of the audio streams, in the order of the file.
    let streams: [Int32]
    /// Why packets are not kept; `nil` while they are.
    private(set) var absence: Absence?
    private let ffmpeg: LineamentFFmpeg
    private let policy: VideoReader.WaitingAudio
    private var packets: [AVPacket] = []
    private var byteCount = 0
    /// The packets that do not fit into memory; they are later than those that do.
    private var spool: PacketSpool?
    /// The properties of the first packet of a stream.
    struct FirstPacket {
        /// The time and the duration, in the stream's unit.
        let time: Int64
        let duration: Int64
        /// How many samples, from this packet on, are not heard.
        let hiddenSamples: Int
    }

    /// The first packet of each stream.
    private(set) var firstPackets: [Int32: FirstPacket] = [:]

    /// The size of the packets in memory, in bytes, and of those in the temporary file.
    private static let maxByteCount = 4 << 20
    private static let maxSpooledByteCount = 4 << 30
    /// The size of a packet beside its data, in bytes.
    private static let overhead = 256

    init(streams: [Int32], policy: VideoReader.WaitingAudio, _ ffmpeg: LineamentFFmpeg) {
        self.streams = streams
        self.policy = policy
        self.ffmpeg = ffmpeg
        if policy == .dropped { absence = Absence.dropped }
    }

    deinit { removeAll() }

    /// Keeps a copy of a packet if it is one of audio. What fails is the problem of a writer, not of the reader.
    func keep(_ packet: AVPacket) {
        guard absence == nil, streams.contains(packet.stream_index) else { return }
        noteTime(of: packet)
        do {
            try add(packet)
        } catch let error as LineamentError {
            give(up: .failed(error))
        } catch {
            give(up: .tooMuch)
        }
    }

    private func give(up reason: Absence) {
        absence = reason
        removeAll()
    }

    private func add(_ packet: AVPacket) throws {
        let size = Int(packet.size) + Self.overhead
        if spool == nil, byteCount + size <= Self.maxByteCount {
            guard let copy = ffmpeg.av_packet_clone(packet) else {
                throw LineamentError(.resourceExhausted, "There is not enough memory for audio.")
            }
            packets.append(copy)
            byteCount += size
            return
        }
        guard policy == .kept, (spool?.byteCount ?? 0) + size <= Self.maxSpooledByteCount else {
            throw Absence.tooMuch
        }
        let spool = try spool ?? PacketSpool(ffmpeg)
        self.spool = spool
        try spool.add(packet)
    }

    private func noteTime(of packet: AVPacket) {
        let time = packet.pts
        guard time != lineament_av_no_time(), firstPackets[packet.stream_index] == nil else { return }
        firstPackets[packet.stream_index] = FirstPacket(
            time: time, duration: packet.duration,
            hiddenSamples: SkippedSamples.leadingCount(SkippedSamples.of(packet, ffmpeg)))
    }

    /// Passes the packets to `body` in the order of their arrival, and drops them. No more are kept from now on.
    func drain(_ body: (AVPacket) -> Void) throws {
        absence = .taken
        for packet in packets { body(packet) }
        try spool?.drain(body)
        removeAll()
    }

    /// Drops what was kept, to begin again elsewhere in the file.
    func reset() {
        removeAll()
        firstPackets = [:]
    }

    private func removeAll() {
        for packet in packets {
            var packet: AVPacket? = packet
            ffmpeg.av_packet_free(&packet)
        }
        packets = []
        byteCount = 0
        spool = nil
    }
}
