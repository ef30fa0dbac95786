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
    private let sampleRate: Double
    /// Whether packets of the file may have the same time.
    private let mayRepeatTimes: Bool
    /// The time of decoding of the last packet, in the unit of the file's stream.
    private var lastTime = Int64.min
    /// The end of the audio that an edit list hides at the beginning, in the unit of the source; `nil` if it hides none.
    private var hiddenEnd: Int64?
    /// Whether packets before it were left out, so that the next one must say how much of it is hidden.
    private var lacksTrim = false
    /// The hidden audio that is kept before what is heard, in seconds.
    private var preroll = longestPadding
    /// The longest that encoders put before the audio, in seconds. What hides more was cut by someone.
    private static let longestPadding = 0.3
    /// The audio that decoders need before a cut, in seconds.
    private static let shortPreroll = 0.05
    /// The end of the last packet, in the unit of the source.
    private var end: Int64?

    /// The marks that say what a track is for.
    private static let keptMarks =
        AV_DISPOSITION_DEFAULT | AV_DISPOSITION_DUB | AV_DISPOSITION_ORIGINAL | AV_DISPOSITION_COMMENT
        | AV_DISPOSITION_HEARING_IMPAIRED | AV_DISPOSITION_VISUAL_IMPAIRED
    /// The longest name of a language.
    private static let longestLanguage = 12

    /// Returns the language of a track, such as `deu` or `pt-BR`; `nil` for none, or for something else in its place.
    private static func language(of source: AVStream, _ ffmpeg: LineamentFFmpeg) -> String? {
        guard let value = ffmpeg.av_dict_get(source.metadata, "language", nil, 0)?.value else { return nil }
        let language = String(cString: value)
        let isName = language.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        }
        return isName && (2...longestLanguage).contains(language.utf8.count) ? language : nil
    }

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
        sampleRate = Double(max(1, source.codecpar.sample_rate))
        mayRepeatTimes = file.oformat.flags & AVFMT_TS_NONSTRICT != 0
        cleaner = AudioPacketCleaner(target.codecpar)
        target.disposition = source.disposition & Self.keptMarks
        if let language = Self.language(of: source, ffmpeg) {
            _ = ffmpeg.av_dict_set(&target.metadata, "language", language, 0)
        }
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
        let given = SkippedSamples.of(packet, ffmpeg)
        guard let time = time(of: packet), !isHidden(packet, at: time, SkippedSamples.leadingCount(given)) else {
            return false
        }
        let trim = lacksTrim ? remainingTrim(at: time) : given
        lacksTrim = false
        setTimes(of: packet, time)
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

    /// Returns the time of a packet in the unit of the source; `nil` if it is outside the part that is copied.
    private mutating func time(of packet: AVPacket) -> Int64? {
        let none = lineament_av_no_time()
        var time = packet.pts == none ? packet.dts : packet.pts
        let duration = max(0, packet.duration)
        if time == none {
            // Audio without times goes on.
            guard let end else { return nil }
            time = end
        } else {
            time = clock.continued(time, after: end, timeBase, &position)
        }
        end = time &+ duration
        if time &+ duration <= range.lowerBound && range.lowerBound != .min || time >= range.upperBound { return nil }
        return time
    }

    /// Returns whether a packet is hidden by an edit list and nothing that is heard needs it.
    /// - Parameter count: The number of samples that are hidden from this packet on.
    private mutating func isHidden(_ packet: AVPacket, at time: Int64, _ count: Int) -> Bool {
        let seconds = Double(count) / sampleRate
        if count > 0, let ticks = ContainerTime.ticks(seconds, timeBase) {
            hiddenEnd = max(hiddenEnd ?? .min, time &+ ticks)
            if seconds > Self.longestPadding { preroll = Self.shortPreroll }
        }
        guard let hiddenEnd, time < hiddenEnd else { return packet.flags & AV_PKT_FLAG_DISCARD != 0 }
        guard let preroll = ContainerTime.ticks(preroll, timeBase),
            time &+ max(0, packet.duration) <= hiddenEnd &- preroll
        else { return false }
        lacksTrim = true
        return true
    }

    /// Returns the side data of a packet that hidden ones before it were left out of; `nil` if all of it is heard.
    private func remainingTrim(at time: Int64) -> [UInt8]? {
        guard let hiddenEnd, let seconds = ContainerTime.seconds(hiddenEnd &- time, timeBase), seconds > 0 else {
            return nil
        }
        return SkippedSamples.leading(Int((seconds * sampleRate).rounded()))
    }

    /// Sets the times that a packet has in the file.
    private mutating func setTimes(of packet: AVPacket, _ time: Int64) {
        packet.pts = time &- zero
        packet.dts = time &- zero
        ffmpeg.av_packet_rescale_ts(packet, timeBase, target.time_base)
        // Rounding gives very short packets of some containers the same time. Where that must not be, they are moved.
        let first = mayRepeatTimes || lastTime == .min ? lastTime : lastTime + 1
        if packet.dts < first {
            packet.dts = first
            packet.pts = max(packet.pts, packet.dts)
        }
        lastTime = packet.dts
    }
}
