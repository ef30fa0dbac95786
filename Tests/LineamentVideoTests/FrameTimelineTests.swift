// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import LineamentVideo

/// The times of frames, and the packets of a file, without a file.
struct FrameTimelineTests {
    @Test func timesCountFromTheFirstFrame() {
        var timeline = FrameTimeline(frameRate: 25, clockMayGoBack: false)
        #expect([3, 3.04, 3.1].map { timeline.seconds(of: $0, since: nil) }.elementsEqual([0, 0.04, 0.1], by: near))
        #expect(timeline.origin == 3)
    }

    @Test func timesCountFromAGivenStart() {
        var timeline = FrameTimeline(frameRate: 25, clockMayGoBack: false)
        #expect(near(timeline.seconds(of: 5, since: 1), 4))
    }

    @Test func framesWithoutTimesAreTimedByNumber() {
        var timeline = FrameTimeline(frameRate: nil, clockMayGoBack: false)
        let times = (0..<3).map { _ in timeline.seconds(of: nil, since: nil) }
        let expected = [0, 1.0 / 30, 2.0 / 30]
        #expect(times.elementsEqual(expected, by: near))
    }

    @Test func aClockThatIsSetBackGoesOn() {
        var timeline = FrameTimeline(frameRate: 10, clockMayGoBack: true)
        let times = [10, 10.1, 2, 2.1, 2.2].map { timeline.seconds(of: $0, since: nil) }
        #expect(times.elementsEqual([0, 0.1, 0.2, 0.3, 0.4], by: near))
    }

    @Test func aSingleWrongTimeDoesNotSetTheClockBack() {
        var timeline = FrameTimeline(frameRate: 10, clockMayGoBack: true)
        let times = [1, 1.1, 90, 1.3].map { timeline.seconds(of: $0, since: nil) }
        #expect(times.elementsEqual([0, 0.1, 89, 0.3], by: near))
    }

    @Test func timesOfOtherSourcesMayGoBack() {
        var timeline = FrameTimeline(frameRate: 10, clockMayGoBack: false)
        #expect([5, 1].map { timeline.seconds(of: $0, since: nil) } == [0, -4])
    }

    @Test func aShortFileLacksTime() {
        var tally = PacketTally()
        tally.add(time: 3.9, decodedAt: 3.9, duration: 0.1, of: 0)
        tally.add(time: 2, decodedAt: 2, duration: 1, of: 1)
        #expect(tally.missingTime(duration: 4.2, start: 0) == nil)
        #expect(tally.missingTime(duration: 5, start: 0) == "it ends after 4.00 of 5.00 s")
        // The duration counts from the first packet.
        #expect(tally.missingTime(duration: 2, start: 2) == nil)
    }

    /// MP4 does not say how long the last frame of a slow video is shown, nor MKV how long a packet of WavPack is.
    @Test func aPacketWithoutADurationTakesAsLongAsTheOneBefore() {
        var tally = PacketTally()
        for second in 0..<4 {
            tally.add(time: Double(second), decodedAt: Double(second), duration: 0, of: 1)
            tally.add(time: Double(second) / 2, decodedAt: Double(second) / 2, duration: 0, of: 0)
        }
        #expect(tally.missingTime(duration: 4, start: 0) == nil)
        #expect(tally.missingTime(duration: 5, start: 0) == "it ends after 4.00 of 5.00 s")
    }

    @Test func aShortFileLacksFrames() {
        var tally = PacketTally()
        for time in 0..<8 { tally.addVideoPacket(decodedAt: Int64(time)) }
        #expect(tally.missingFrames(promised: 8, countsDropped: false) == nil)
        #expect(tally.missingFrames(promised: 0, countsDropped: false) == nil)
        #expect(tally.missingFrames(promised: 10, countsDropped: false) == "it has 8 of 10 frames")
        tally.isPartial = true
        #expect(tally.missingFrames(promised: 10, countsDropped: false) == nil)
    }

    @Test func droppedFramesAreNotMissing() {
        var tally = PacketTally()
        for time in [0, 3, 6] as [Int64] { tally.addVideoPacket(decodedAt: time) }
        // Frames 7 and 8 are dropped, as 4 and 5 were.
        #expect(tally.missingFrames(promised: 9, countsDropped: true) == nil)
        #expect(tally.missingFrames(promised: 10, countsDropped: true) == "it has 3 of 10 frames")
    }

    private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }
}
