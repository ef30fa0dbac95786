// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The packets of a file that were read, compared at its end with what its header promises.
struct PacketTally {
    /// The tolerance for durations in headers, in seconds.
    private static let slack = 0.25

    /// The number of the video's packets.
    private(set) var videoPackets: Int64 = 0
    /// The latest end of any packet, in seconds.
    private(set) var end = 0.0
    /// The time of the video's last packet, in units of its stream.
    private var lastVideoTime: Int64 = 0
    /// The distance of that packet from the one before, in the same units.
    private var lastVideoStep: Int64 = 1
    /// The time of decoding of each stream's last packet, in seconds.
    private var lastTimes: [Int32: Double] = [:]
    /// Whether packets were skipped, so that their number says nothing.
    var isPartial = false

    /// Counts a packet of the video.
    mutating func addVideoPacket(decodedAt time: Int64) {
        videoPackets += 1
        guard time > lastVideoTime else { return }
        lastVideoStep = time &- lastVideoTime
        lastVideoTime = time
    }

    /// Records a packet of any stream.
    /// - Parameters:
    ///   - time: Its time, in seconds.
    ///   - decodingTime: The time by which its stream is in order, in seconds.
    ///   - duration: Its duration in seconds; 0 if the container does not say it. The packet is then believed to take as long
    ///     as the one before.
    mutating func add(time: Double, decodedAt decodingTime: Double, duration: Double, of stream: Int32) {
        let step = lastTimes[stream].map { decodingTime - $0 } ?? 0
        lastTimes[stream] = decodingTime
        end = max(end, time + (duration > 0 ? duration : max(0, step)))
    }

    /// Returns in which way the file is shorter than its header says; `nil` if it is not.
    /// - Parameters:
    ///   - duration: The duration in the header, in seconds.
    ///   - start: The time of the first packet, in seconds.
    func missingTime(duration: Double, start: Double) -> String? {
        // Some containers count the duration from their time 0, some from their first packet.
        let expected = duration > start ? duration : start + duration
        guard end < expected - Self.slack else { return nil }
        return String(format: "it ends after %.2f of %.2f s", end - start, expected - start)
    }

    /// Returns how many frames the video lacks; `nil` if it has all, or that cannot be said.
    /// - Parameters:
    ///   - promised: The number of frames in the header, 0 if there is none.
    ///   - countsDropped: Whether that number includes dropped frames, which have a time but no packet.
    func missingFrames(promised: Int64, countsDropped: Bool) -> String? {
        guard !isPartial, promised > 0, videoPackets < promised else { return nil }
        // As many may follow the last packet as the one before.
        if countsDropped, lastVideoTime >= promised &- lastVideoStep { return nil }
        return "it has \(videoPackets) of \(promised) frames"
    }
}
