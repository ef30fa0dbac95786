// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

@testable import LineamentTools

/// Boxes of another detector are covered in the frames that it has seen, whatever clock it goes by.
@Suite struct GivenTracksTests {
    private static func frame() throws -> PixelBuffer {
        try PixelBuffer(
            copying: [UInt8](repeating: 90, count: 640 * 360), width: 640, height: 360, format: .gray8)
    }

    private static let rate = 25.0
    /// The place in which nothing moves, so that a box is found again by its number alone.
    private static func box(_ time: Double, _ clock: GivenBox.Clock? = nil) -> GivenBox {
        GivenBox(CGRect(x: 20, y: 20, width: 40, height: 20), moment: .time(time), clock: clock)
    }

    /// Returns the numbers of the frames in which boxes were found, and of boxes that belong to none.
    /// - Parameters:
    ///   - times: The times of the frames, in seconds.
    ///   - origin: The container's time of the first frame; `nil` if it is not known.
    private static func frames(
        of boxes: [GivenBox], times: [Double], origin: Double?, duration: Double? = nil
    ) throws -> (found: [Int], missed: Int) {
        var tracks = GivenTracks(boxes)
        let frame = try frame()
        for (index, time) in times.enumerated() {
            let moment = origin.map { ContainerMoment(time: time + $0, duration: duration, frameRate: rate) }
            try tracks.check(moment, time: time)
            tracks.add(index, frame, time: time, at: FramePlace())
        }
        tracks.finish()
        let missed = tracks.missedCount
        let found = times.indices.filter { _ in tracks.takeFirst().contains { $0.cause == .detected } }
        return (found, missed)
    }

    private static let times = (0..<100).map { Double($0) / rate }

    /// A transport stream begins at 1.4 s, one of a recorder below 0, and a cut MP4 anywhere.
    @Test(arguments: [1.4, -0.42, 0.08, 3600.5], [GivenBox.Clock.start, .container])
    func boxesBelongToTheFramesOfTheirClock(origin: Double, clock: GivenBox.Clock) throws {
        let seen = [0, 7, 34, 35, 36, 99]
        // ffprobe prints six decimals, reports milliseconds.
        let boxes = seen.map { frame in
            let time = Self.times[frame] + (clock == .container ? origin : 0)
            return Self.box((time * 1000).rounded() / 1000, clock)
        }
        let (found, missed) = try Self.frames(of: boxes, times: Self.times, origin: origin, duration: 4)
        #expect(found == seen)
        #expect(missed == 0)
    }

    /// One box that only one clock has says what all of them go by.
    @Test(arguments: [(0.04, [1, 50]), (5.2, [95, 15])]) func theClockThatFitsIsTaken(
        telling: Double, frames: [Int]
    ) throws {
        let boxes = [Self.box(2), Self.box(telling)]
        let (found, missed) = try Self.frames(of: boxes, times: Self.times, origin: 1.4, duration: 4)
        #expect(found == frames.sorted())
        #expect(missed == 0)
    }

    /// Boxes that may be of either clock, or of neither, are covered nowhere: that is an error, which says what to write.
    @Test(arguments: [[2.0, 3], [0.04, 5.2], [2, 900]]) func boxesOfAnUncertainClockAreRefused(times: [Double]) throws {
        let error = #expect(throws: LineamentError.self) {
            try Self.frames(of: times.map { Self.box($0) }, times: Self.times, origin: 1.4, duration: 4)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(#""clock": "container""#) == true)
    }

    @Test func clocksThatDifferByLessThanAFrameAreTheSame() throws {
        let (found, _) = try Self.frames(of: [Self.box(2)], times: Self.times, origin: 0.007, duration: 4)
        #expect(found == [50])
    }

    /// Frames from elsewhere, such as of OpenCV, have the times that they are added with.
    @Test func framesWithoutAContainerHaveTheirOwnTimes() throws {
        let later = Self.times.map { $0 + 1.4 }
        #expect(try Self.frames(of: [Self.box(2.4)], times: later, origin: nil).found == [25])
        #expect(throws: LineamentError.self) {
            try Self.frames(of: [Self.box(2.4, .container)], times: later, origin: nil)
        }
    }

    /// After an advertisement or a cut, the clock of a stream may begin anew, and a time then stands for two frames.
    @Test func aClockThatIsSetBackIsRefused() throws {
        var tracks = GivenTracks([Self.box(2, .container)])
        try tracks.check(ContainerMoment(time: 1.4, duration: nil, frameRate: 25), time: 0)
        tracks.add(0, try Self.frame(), time: 0, at: FramePlace())
        #expect(throws: LineamentError.self) {
            try tracks.check(ContainerMoment(time: 1.4, duration: nil, frameRate: 25), time: 2)
        }
    }

    /// Slides are shown for seconds: what is seen meanwhile is on them.
    @Test func boxesBetweenFramesAreOnTheFrameThatIsShown() throws {
        let slides = [0.0, 4, 8]
        #expect(try Self.frames(of: [Self.box(7)], times: slides, origin: 0).found == [1])
        #expect(try Self.frames(of: [Self.box(3.97)], times: slides, origin: 0).found == [1])
        #expect(try Self.frames(of: [Self.box(3.8)], times: slides, origin: 0).found == [0, 1])
        #expect(try Self.frames(of: [Self.box(11)], times: slides, origin: 0).found == [2])
        #expect(try Self.frames(of: [Self.box(20)], times: slides, origin: 0).missed == 1)
    }
}
