// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

/// A stream that drops frames, or a camera that stops for a while, does not change how fast the rest is.
@Suite struct PauseTests {
    /// Returns a walk at 30 frames a second with pauses, in memory and in a file.
    /// - Parameter pauses: The seconds before some frames.
    private func walks(
        frames: Int, pauses: [Int: Double], inMilliseconds: Bool = true
    ) throws -> (whole: Recording, long: LongRecording) {
        var recorder = Recorder(width: 1000, height: 1000)
        let long = try LongRecording(width: 1000, height: 1000, keepsFacePoints: true, blockLength: 64)
        var late = 0.0
        for frame in 0..<frames {
            late += pauses[frame] ?? 0
            let exact = Double(frame) / 30 + late
            let time = inMilliseconds ? (exact * 1000).rounded() / 1000 : exact
            let result = PoseLandmarkerResult(poses: [Walker.pose(at: exact)], timestampInMilliseconds: frame)
            recorder.add(result, at: time)
            try long.add(result, at: time)
        }
        return (recorder.recording, long)
    }

    private func text(_ recording: Recording, _ format: CaptureFormat) throws -> String {
        String(decoding: try #require(recording.files(as: format).first).data, as: UTF8.self)
    }

    @Test func aPauseStaysOpenAndTheRateIsThatOfTheFrames() throws {
        let recording = try walks(frames: 72, pauses: [36: 5]).whole
        #expect(recording.frameRate == 30)
        let cleaned = recording.cleaned()
        #expect(cleaned.frameRate == 30)
        #expect(cleaned.frameCount == 72 + 150)
        #expect(cleaned.isEven)
        let body = try #require(cleaned.people.first?.body)
        #expect((36..<186).allSatisfy { !body.isPresent(at: $0) })
        // What is before the pause is smoothed as if there were nothing else.
        let start = try #require(walks(frames: 36, pauses: [:]).whole.cleaned().people.first?.body)
        #expect(body.frames(0..<36).image == start.image)
    }

    @Test func filesLastAsLongAsTheRecording() throws {
        let cleaned = try walks(frames: 72, pauses: [36: 5]).whole.cleaned()
        let bvh = try text(cleaned, .bvh)
        #expect(bvh.contains("Frames: 222\nFrame Time: 0.03333333\n"))
        let markers = try text(cleaned, .trc).split(separator: "\n")
        #expect(markers.count == 5 + 222)
        #expect(markers[5 + 100].split(separator: "\t").map(String.init) == ["100", "3.333333"])
        let angles = try text(cleaned, .mot).split(separator: "\n")
        #expect(angles.contains("nRows=222"))
        let rows = try text(cleaned, .table).split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        let frames = Set(rows.compactMap { Int($0[1]) })
        #expect(frames == Set(0..<36).union(186..<222))
        let folder = cleaned.files(as: .openPose)
        #expect(folder.count == 222)
        #expect(String(decoding: folder[100].data, as: UTF8.self) == "{\"version\":1.3,\"people\":[]}\n")
    }

    @Test func aShortPauseIsBridged() throws {
        let cleaned = try walks(frames: 60, pauses: [20: 0.2, 40: 0.4]).whole.cleaned()
        let body = try #require(cleaned.people.first?.body)
        #expect(body.knowledge[22 * 33] == .bridged)
        #expect(body.knowledge[50 * 33] == .missing)
    }

    /// A pause that is no multiple of the interval, and one that is longer than a block.
    @Test func inBlocksItIsThatOfTheWhole() throws {
        let (whole, long) = try walks(frames: 300, pauses: [50: 0.113, 70: 20.02, 180: 3], inMilliseconds: false)
        for format in [CaptureFormat.table, .bvh, .pose] {
            let output = CollectedFiles()
            var options = CleaningOptions()
            options.body = .none
            _ = try long.cleaned(options).export(as: format, options: CaptureOptions(), to: output)
            #expect(output.files.first?.data == whole.cleaned(options).files(as: format).first?.data, "\(format)")
        }
        #expect(try long.workingMemory(CleaningOptions(), rate: nil) > 2 * long.indexByteCount + 600 * 180)
    }

    @Test func timesOfFilesThatSayWholeMillisecondsBecomeEven() throws {
        var times = (0..<300).map { (Double($0) * 1000 / 60).rounded() / 1000 }
        times += times.map { $0 + 8.013 }
        let timeline = try #require(Timeline(times))
        #expect(timeline.rate == 60)
        let codes = timeline.times[..<300].map(LiveLinkFile.timecode)
        #expect(codes[1] == "00:00:00:01.000")
        #expect(codes[2] == "00:00:00:02.000")
        #expect(codes.allSatisfy { $0.hasSuffix(".000") })
        #expect(Set(codes.map { $0.prefix(11) }).count == 300)
    }

    /// Many webcams have no even intervals, although they have no pauses.
    @Test func anUnsteadyCameraHasNoPauses() throws {
        var times: [Double] = []
        var time = 0.0
        for frame in 0..<200 {
            times.append(time)
            time += frame.isMultiple(of: 2) ? 0.02 : 0.0466
        }
        let timeline = try #require(Timeline(times))
        #expect(timeline.times == times)
        #expect(abs(timeline.rate - 30) < 0.2)
    }

    @Test func aPauseThatIsNoneIsRefused() throws {
        let long = try LongRecording(width: 100, height: 100)
        var recorder = Recorder(width: 100, height: 100)
        for frame in 0..<30 {
            let result = PoseLandmarkerResult(poses: [Walker.pose(at: 0)], timestampInMilliseconds: frame)
            try long.add(result, at: Double(frame) / 30 + (frame < 20 ? 0 : 1.7e9))
            recorder.add(result, at: Double(frame) / 30 + (frame < 20 ? 0 : 1e6))
        }
        let error = #expect(throws: LineamentError.self) { try long.cleaned() }
        #expect(error?.code == .resourceExhausted)
        // In memory, an hour at 30 frames per second is the limit.
        let short = recorder.recording
        let inMemory = #expect(throws: LineamentError.self) { try short.withEvenFrames() }
        #expect(inMemory?.code == .resourceExhausted)
        #expect(short.cleaned().frameCount == 30)
    }
}
