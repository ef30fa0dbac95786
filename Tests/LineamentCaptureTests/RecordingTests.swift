// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Testing

@testable import LineamentCapture

@Suite struct RecordingTests {
    /// Times come from files that others wrote, and options from anybody.
    @Test func impossibleNumbersDoNotFail() throws {
        let recording = Walker.recording(frames: 30)
        for limit in [0, -1, 1e300, .infinity, .nan] {
            var options = CleaningOptions()
            options.maximumGap = limit
            options.minimumDuration = limit
            _ = recording.cleaned(options)
        }
        for rate in [0, -1, .nan, .infinity, 1e300] {
            #expect(throws: LineamentError.self) { try recording.resampled(rate: rate) }
        }
        var recorder = Recorder(width: 100, height: 100)
        for time in [5, 1e-300, -.infinity, .nan, 1e300] {
            recorder.add(PoseLandmarkerResult(poses: [], timestampInMilliseconds: 0), at: time)
        }
        #expect(recorder.recording.times.allSatisfy { abs($0) <= 1e9 })
        #expect(throws: LineamentError.self) { try recorder.recording.resampled(rate: 1000) }
        #expect(try recorder.recording.evenlySpaced().frameCount > 0)
    }

    @Test func aShortGapIsBridgedAndSaidSo() throws {
        let recording = Walker.recording(frames: 60, missing: [20, 21, 22])
        let body = try #require(recording.cleaned().people.first?.body)
        #expect(body.knowledge[21 * 33] == .bridged)
        #expect(body.knowledge[19 * 33] == .seen)
        let position = try #require(body.worldPosition(of: 25, at: 21))
        let truth = Walker.points(at: 21.0 / 30)[25]
        #expect((Vector(position) - Vector(truth.x, -truth.y, -truth.z)).length < 0.02)
    }

    @Test func aLongGapStaysOpen() throws {
        let recording = Walker.recording(frames: 90, missing: Set(30..<45))
        let body = try #require(recording.cleaned().people.first?.body)
        #expect(body.worldPosition(of: 0, at: 37) == nil)
        #expect(body.worldPosition(of: 0, at: 46)?.x.isFinite == true)
    }

    @Test func aPointThatJumpsIsPutBack() throws {
        var recording = Walker.recording(frames: 60)
        let index = 3 * (30 * 33 + 15)
        recording.people[0].body?.image[index] += 0.3
        let body = try #require(recording.cleaned().people.first?.body)
        let clean = try #require(Walker.recording(frames: 60).cleaned().people.first?.body)
        #expect(body.knowledge[30 * 33 + 15] == .bridged)
        #expect(abs(body.image[index] - clean.image[index]) < 0.01)
    }

    @Test func aTrackThatBeginsWhereAnotherEndsIsTheSamePerson() {
        var recorder = Recorder(width: 1000, height: 1000)
        for frame in 0..<60 where !(28..<32).contains(frame) {
            let pose = Walker.pose(at: Double(frame) / 30, trackID: frame < 30 ? 4 : 9)
            recorder.add(
                PoseLandmarkerResult(poses: [pose], timestampInMilliseconds: frame), at: Double(frame) / 30)
        }
        let recording = recorder.recording
        #expect(recording.people.map(\.trackID) == [4, 9])
        #expect(recording.joiningTracks(within: 1).people.map(\.trackID) == [4])
    }

    /// Returns a recording of two people who are lost for ten frames, and then have other IDs.
    /// - Parameters:
    ///   - distance: How far they are from each other, in widths of the image.
    ///   - way: How far they go to the right meanwhile.
    private static func lostPair(distance: Float, way: Float = 0, width: Int = 1000) -> Recording {
        var recorder = Recorder(width: width, height: 1000)
        for frame in 0..<60 {
            let ids = frame < 25 ? [4, 5] : [7, 6]
            let poses = zip(ids, [0, distance]).map { id, place in
                Walker.pose(at: 0.5, trackID: id).moved(by: place + (frame < 25 ? 0 : way))
            }
            // The detector finds them in another order.
            let found = (25..<35).contains(frame) ? [] : frame < 25 ? poses : poses.reversed()
            recorder.add(
                PoseLandmarkerResult(poses: found, timestampInMilliseconds: frame), at: Double(frame) / 30)
        }
        return recorder.recording
    }

    @Test func peopleWhoAreLostTogetherKeepTheirPlaces() throws {
        let recording = Self.lostPair(distance: 0.1)
        let joined = recording.joiningTracks(within: 1)
        #expect(joined.people.map(\.trackID) == [4, 5])
        for person in joined.people {
            let body = try #require(person.body)
            #expect(body.imagePosition(of: 0, at: 24) == body.imagePosition(of: 0, at: 36))
        }
    }

    /// Distances are those of the image, which may be wider than high.
    @Test func halfOfTheirSizeIsAsFarInWideImages() {
        #expect(Self.lostPair(distance: 0.5, way: 0.12).joiningTracks(within: 1).people.count == 2)
        #expect(Self.lostPair(distance: 0.5, way: 0.12, width: 2000).joiningTracks(within: 1).people.count == 4)
    }

    @Test func aTrackOfAFewFramesIsDropped() {
        #expect(Walker.recording(frames: 60, missing: Set(4..<60)).cleaned().people.isEmpty)
        #expect(Walker.recording(frames: 60, missing: Set(40..<60)).cleaned().people.count == 1)
    }

    @Test func timesInMillisecondsSayTheRate() {
        var recorder = Recorder(width: 10, height: 10)
        for frame in 0..<100 {
            let time = (Double(frame) * 1001 / 30).rounded() / 1000
            recorder.add(PoseLandmarkerResult(poses: [], timestampInMilliseconds: 0, isFrame: true), at: time)
        }
        #expect(recorder.recording.frameRate == 30000.0 / 1001)
    }

    @Test func resamplingKeepsThePlaceInTime() throws {
        let recording = try Walker.recording(frames: 61).resampled(rate: 50)
        let body = try #require(recording.people.first?.body)
        #expect(recording.frameCount == 101)
        let position = try #require(body.worldPosition(of: 27, at: 33))
        let truth = Walker.points(at: 33.0 / 50)[27]
        #expect((Vector(position) - Vector(truth.x, -truth.y, -truth.z)).length < 0.005)
    }

    @Test func bonesKeepTheirLengths() throws {
        var options = CleaningOptions.none
        options.keepsBoneLengths = true
        var recording = Walker.recording(frames: 30)
        recording.people[0].body?.world[3 * (10 * 33 + 13)] += 0.1
        let body = try #require(recording.cleaned(options).people.first?.body)
        let lengths = try (0..<30).map { frame in
            let shoulder = try #require(body.worldPosition(of: 11, at: frame))
            let elbow = try #require(body.worldPosition(of: 13, at: frame))
            return Vector(elbow - shoulder).length
        }
        #expect((lengths.max() ?? 1) - (lengths.min() ?? 0) < 1e-5)
    }

    /// The program writes the lines of several videos into one file, and anybody may join two files.
    @Test(arguments: [true, false]) func linesOfTwoVideosAreNoRecording(haveSources: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        var lines: [String] = []
        for (number, name) in [(0, "a.mp4"), (1, "a.mp4"), haveSources ? (1, "b.mp4") : (0, "")] {
            let result = PoseLandmarkerResult(
                poses: [Walker.pose(at: 0)], timestampInMilliseconds: number * 40, isFrame: true)
            let line = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
            lines.append(haveSources ? "{\"source\":\"\(name)\"," + line.dropFirst() : line)
        }
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        for read in [
            { _ = try Recording.read(jsonLines: file) }, { _ = try LongRecording.read(jsonLines: file) },
        ] {
            let error = #expect(throws: LineamentError.self) { try read() }
            #expect(error?.code == .invalidArgument)
            #expect(
                error?.message.contains(haveSources ? "line 3: a frame of b.mp4 follows one of a.mp4" : "goes back")
                    == true)
        }
        let missing = #expect(throws: LineamentError.self) {
            try Recording.read(jsonLines: URL(fileURLWithPath: "/nowhere/clip.jsonl"))
        }
        #expect(missing?.message.hasSuffix("no such file.") == true)
    }

    @Test func linesThatAreCutOffGiveWhatThereWas() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var text = Data()
        for frame in 0..<3 {
            let result = PoseLandmarkerResult(
                poses: [Walker.pose(at: Double(frame))], timestampInMilliseconds: frame * 40, isFrame: true)
            text.append(try JSONEncoder().encode(result))
            text.append(Data("\n".utf8))
        }
        let file = folder.appendingPathComponent("clip.jsonl")
        try text.write(to: file)
        let whole = try Recording.read(jsonLines: file)
        #expect(whole.error == nil)
        #expect(whole.recording.times == [0, 0.04, 0.08])
        try text.dropLast(30).write(to: file)
        let cut = try Recording.read(jsonLines: file)
        #expect(cut.error?.code == .dataLoss)
        #expect(cut.recording.frameCount == 2)
        #expect(cut.recording.people == whole.recording.people.map { $0.during(0..<2) })
    }
}

extension PoseLandmarkerResult.Pose {
    /// Returns the pose further to the right, in widths of the image.
    fileprivate func moved(by way: Float) -> PoseLandmarkerResult.Pose {
        let moved = landmarks.map {
            NormalizedLandmark(x: $0.x + way, y: $0.y, z: $0.z, visibility: $0.visibility, presence: $0.presence)
        }
        return PoseLandmarkerResult.Pose(
            landmarks: PoseLandmarks(moved), worldLandmarks: worldLandmarks, trackID: trackID)
    }
}
