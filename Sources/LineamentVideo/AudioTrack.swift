// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A copied audio stream of a file, and what becomes of its packets.
struct AudioTrack {
    private let ffmpeg: LineamentFFmpeg
    private let target: AVStream
    private let timeBase: AVRational
    private let cleaner: AudioPacketCleaner
    /// The time of the source that is 0 in the file, and the part of it that is copied.
    private let zero: Int64
    private let range: Range<Int64>
    private let clock: PacketClock
    private var position: PacketClock.Position
    /// The time of decoding of the last packet, in the unit of the file's stream.
    private var lastTime = Int64.min
    /// The end of the last packet, in the unit of the source.
    private var end: Int64?

    init(
        of source: AVStream, in file: AVFormatContext, _ timing: CopyTiming,
        path: String, _ clock: PacketClock, _ ffmpeg: LineamentFFmpeg
    ) throws {
        guard let target = ffmpeg.avformat_new_stream(file, nil),
            ffmpeg.copyAudioParameters(source.codecpar, to: target.codecpar)
        else { throw LineamentError(.resourceExhausted, "There is not enough memory to write \(path).") }
        self.ffmpeg = ffmpeg
        self.target = target
        self.clock = clock
        position = PacketClock.Position()
        cleaner = AudioPacketCleaner(target.codecpar)
        let timeBase = source.time_base
        self.timeBase = timeBase
        target.time_base = timeBase
        func ticks(_ seconds: Double, _ otherwise: Int64) -> Int64 {
            guard seconds.isFinite else { return otherwise }
            return ContainerTime.ticks(seconds, timeBase) ?? otherwise
        }
        zero = ticks(timing.zero, 0)
        let start = ticks(timing.range.lowerBound, .min)
        range = start..<max(start, ticks(timing.range.upperBound, .max))
    }

    /// Gives a packet the times and the form that it has in the file.
    /// - Returns: Whether the packet belongs into the file.
    /// - Throws: `LineamentError` if there is not enough memory.
    mutating func prepare(_ packet: AVPacket) throws -> Bool {
        guard setTimes(of: packet) else { return false }
        let trim = SkippedSamples.of(packet, ffmpeg)
        ffmpeg.av_packet_free_side_data(packet)
        if let trim { SkippedSamples.set(trim, of: packet, ffmpeg) }
        packet.stream_index = target.index
        packet.pos = -1
        guard cleaner.isNeeded, packet.size > 0 else { return true }
        guard ffmpeg.av_packet_make_writable(packet) >= 0 else {
            throw LineamentError(.resourceExhausted, "There is not enough memory for audio.")
        }
        cleaner.clean(UnsafeMutableBufferPointer(start: packet.data, count: Int(packet.size)))
        return true
    }

    private mutating func setTimes(of packet: AVPacket) -> Bool {
        let none = lineament_av_no_time()
        var time = packet.pts == none ? packet.dts : packet.pts
        let duration = max(0, packet.duration)
        if time == none {
            // Audio without times goes on.
            guard let end else { return false }
            time = end
        } else {
            time = clock.continued(time, after: end, timeBase, &position)
        }
        end = time &+ duration
        if time &+ duration <= range.lowerBound && range.lowerBound != .min || time >= range.upperBound { return false }
        packet.pts = time &- zero
        packet.dts = time &- zero
        ffmpeg.av_packet_rescale_ts(packet, timeBase, target.time_base)
        // Rounding gives very short packets of some containers the same time.
        if packet.dts <= lastTime {
            packet.dts = lastTime + 1
            packet.pts = max(packet.pts, packet.dts)
        }
        lastTime = packet.dts
        return true
    }
}
