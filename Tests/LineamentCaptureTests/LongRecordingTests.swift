// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Synchronization
import Testing

@testable import LineamentCapture

/// Long recordings are in a file, but are what short ones are.
@Suite struct LongRecordingTests {
    /// Returns the same walk twice: in memory, and in blocks of a file.
    private func walks(
        frames: Int, missing: Set<Int> = [], blockLength: Int = 64, trackID: (Int) -> Int = { _ in 1 }
    ) throws -> (whole: Recording, long: LongRecording) {
        var recorder = Recorder(width: 1000, height: 1000)
        let long = try LongRecording(width: 1000, height: 1000, keepsFacePoints: true, blockLength: blockLength)
        for frame in 0..<frames {
            let time = Double(frame) / 30
            let poses = missing.contains(frame) ? [] : [noisyPose(at: time, trackID: trackID(frame))]
            let result = PoseLandmarkerResult(poses: poses, timestampInMilliseconds: Int(time * 1000))
            recorder.add(result, at: time)
            try long.add(result, at: time)
        }
        return (recorder.recording, long)
    }

    private func noisyPose(at time: Double, trackID: Int) -> PoseLandmarkerResult.Pose {
        let pose = Walker.pose(at: time + 0.002 * sin(time * 977), trackID: trackID)
        return pose
    }

    private func people(_ recording: LongRecording) throws -> [RecordedPerson] {
        try recording.settle()
        return try recording.people(in: recording.times.indices)
    }

    private func expectEqual(_ long: LongRecording, _ whole: Recording, within limit: Float) throws {
        let people = try people(long)
        #expect(long.times == whole.times)
        #expect(people.map(\.trackID) == whole.people.map(\.trackID))
        #expect(people.map(\.frames) == whole.people.map(\.frames))
        for (first, second) in zip(people, whole.people) {
            let (one, other) = (try #require(first.body), try #require(second.body))
            #expect(one.knowledge == other.knowledge)
            for (values, expected) in [(one.image, other.image), (one.world, other.world)] {
                let worst = zip(values, expected).map { abs($0 - $1) }.filter(\.isFinite).max() ?? 0
                #expect(worst <= limit)
                #expect(values.map(\.isNaN) == expected.map(\.isNaN))
            }
        }
    }

    @Test func whatWasRecordedComesBack() throws {
        let (whole, long) = try walks(frames: 300, missing: Set(100..<140))
        try expectEqual(long, whole, within: 0)
        #expect(long.store.blocks.count == 5)
        #expect(long.frameRate == whole.frameRate)
    }

    @Test(arguments: [
        SmoothingFilter.butterworth(cutoff: 6), .butterworth(cutoff: 1),
        .oneEuro(minimumCutoff: 4, speedCoefficient: 1.5), .median(frames: 5), .none,
    ])
    func cleaningInBlocksIsThatOfTheWhole(filter: SmoothingFilter) throws {
        let gaps = Set(60..<67).union(128..<131).union(190..<230).union([63 + 200, 64 + 300])
        let (whole, long) = try walks(frames: 600, missing: gaps)
        var options = CleaningOptions()
        options.body = filter
        try expectEqual(long.cleaned(options), whole.cleaned(options), within: 1e-6)
    }

    @Test func tracksAreJoinedAndDroppedAcrossBlocks() throws {
        let (whole, long) = try walks(frames: 400, missing: Set(125..<135).union(380..<395)) { frame in
            frame < 130 ? 4 : frame < 390 ? 9 : 12
        }
        let cleaned = try long.cleaned()
        try expectEqual(cleaned, whole.cleaned(), within: 1e-6)
        #expect(try cleaned.trackIDs() == [4])
        var options = CleaningOptions()
        options.joinWithin = 0
        #expect(try long.cleaned(options).trackIDs() == whole.cleaned(options).people.map(\.trackID))
    }

    @Test func bonesAreMeasuredOverAllBlocks() throws {
        let (whole, long) = try walks(frames: 300)
        var options = CleaningOptions()
        options.keepsBoneLengths = true
        try expectEqual(long.cleaned(options), whole.cleaned(options), within: 1e-5)
    }

    @Test(arguments: [nil, 50, 24, 12.5])
    func resamplingInBlocksIsThatOfTheWhole(rate: Double?) throws {
        let (whole, long) = try walks(frames: 1400, missing: Set(500..<520))
        if let rate {
            try expectEqual(long.resampled(rate: rate), whole.resampled(rate: rate), within: 0)
        } else {
            #expect(try long.resampled() === long)
        }
    }

    @Test(arguments: CaptureFormat.allCases)
    func filesAreTheSame(format: CaptureFormat) throws {
        let (whole, long) = try walks(frames: 1200, missing: Set(510..<520))
        let output = CollectedFiles()
        guard format != .liveLink else { return }
        let count = try long.export(as: format, options: CaptureOptions(), to: output)
        let expected = whole.files(as: format)
        #expect(count == expected.count)
        #expect(output.files.map(\.frame) == expected.map(\.frame))
        for (file, other) in zip(output.files, expected) { #expect(file.data == other.data) }
    }

    /// The points of faces have positions in meters where the task was asked for meshes.
    @Test func meshesAreInTheTable() throws {
        let long = try LongRecording(width: 100, height: 100, keepsFacePoints: true, blockLength: 8)
        let landmarks = FaceLandmarks(
            (0..<478).map { _ in NormalizedLandmark(x: 0.5, y: 0.25, z: 0, visibility: nil, presence: nil) })
        for frame in 0..<20 {
            // In the first frames no mesh could be computed.
            let mesh = frame < 10 ? nil : (0..<478).map { SIMD3<Float>(Float($0), 2, -60) }
            let face = FaceLandmarkerResult.Face(landmarks: landmarks, mesh: mesh, trackID: 1)
            try long.add(FaceLandmarkerResult(faces: [face], timestampInMilliseconds: frame), at: Double(frame) / 25)
        }
        let output = CollectedFiles()
        _ = try long.export(as: .table, options: CaptureOptions(), to: output)
        let rows = String(decoding: try #require(output.files.first).data, as: UTF8.self).split(separator: "\n")
        #expect(rows.count == 1 + 20 * 478)
        #expect(rows[1 + 478 * 15 + 7].hasSuffix(",face,7,7,50.000,25.000,0.000,0.070000,-0.020000,0.600000,,,seen"))
        #expect(rows[1 + 478 * 5 + 7].hasSuffix(",face,7,7,50.000,25.000,0.000,,,,,,seen"))
    }

    /// The disk space of all its files, also those that come and go.
    @Test func diskSpaceIsCountedAndGivenBack() throws {
        let most = Mutex(0)
        let space = ScratchSpace { bytes in most.withLock { $0 = max($0, bytes) } }
        func write(frames: Int) throws {
            let long = try LongRecording(width: 100, height: 100, keepsFacePoints: true, in: space)
            for frame in 0..<frames {
                let time = Double(frame) / 30
                let poses = [Walker.pose(at: time, trackID: 1)]
                try long.add(PoseLandmarkerResult(poses: poses, timestampInMilliseconds: frame * 33), at: time)
            }
            let cleaned = try long.cleaned()
            _ = try cleaned.export(as: .glb, options: CaptureOptions(), to: CollectedFiles())
        }
        try write(frames: 60)
        let few = most.withLock { $0 }
        try write(frames: 60)
        #expect(most.withLock { $0 } == few)
        try write(frames: 600)
        #expect(most.withLock { $0 } > 5 * few)
    }

    @Test func aFullDiskEndsARecording() throws {
        let space = ScratchSpace { bytes in
            guard bytes < 100_000 else { throw LineamentError(.resourceExhausted, "full") }
        }
        let long = try LongRecording(width: 100, height: 100, keepsFacePoints: true, in: space)
        let error = #expect(throws: LineamentError.self) {
            for frame in 0..<1024 {
                let time = Double(frame) / 30
                let poses = [Walker.pose(at: time, trackID: 1)]
                try long.add(PoseLandmarkerResult(poses: poses, timestampInMilliseconds: frame * 33), at: time)
            }
        }
        #expect(error?.message == "full")
    }

    /// Those who are gone take memory for each frame when they return.
    @Test func manyPeopleAreInMemoryForAFewFrames() throws {
        let long = try LongRecording(width: 100, height: 100)
        for frame in 0..<40 {
            let poses = frame.isMultiple(of: 39) ? (0..<200).map { Walker.pose(at: 0, trackID: $0) } : []
            try long.add(
                PoseLandmarkerResult(poses: poses, timestampInMilliseconds: frame * 33), at: Double(frame) / 30)
        }
        #expect(try long.trackIDs().count == 200)
        #expect(long.store.blocks.map(\.frames.count) == [11, 29])
        #expect(long.windowLength == 16)
    }

    /// A new person in each frame, as an upload may have: each is compared with those who have just gone, and may take
    /// the place that one of them had in a file.
    @Test func whoComesAndGoesStaysApart() throws {
        let long = try LongRecording(width: 100, height: 100)
        let walker = Walker.pose(at: 0, trackID: 0)
        for frame in 0..<500 {
            // Nobody is where another one was.
            let points = walker.landmarks.map {
                NormalizedLandmark(x: $0.x + Float(20 * frame), y: $0.y, z: 0, visibility: nil, presence: nil)
            }
            let pose = PoseLandmarkerResult.Pose(
                landmarks: PoseLandmarks(points), worldLandmarks: walker.worldLandmarks, trackID: frame)
            try long.add(
                PoseLandmarkerResult(poses: [pose], timestampInMilliseconds: frame * 33), at: Double(frame) / 30)
        }
        #expect(try long.workingMemory(CleaningOptions(), rate: nil) > 0)
        var options = CleaningOptions()
        options.minimumDuration = 0
        let cleaned = try long.cleaned(options)
        #expect(try cleaned.trackIDs().count == 500)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pose")
        defer { try? FileManager.default.removeItem(at: file) }
        try cleaned.write(to: file)
        // All have one place in the file: a frame is that of one person, 586 points of 16 bytes.
        #expect(try Data(contentsOf: file).count < 500 * 586 * 17)
    }

    /// Whoever is in a frame is found, however long others stay.
    @Test func peopleAreFoundByTheirFrames() {
        let tracks = (0..<200).map { number in
            let length = number.isMultiple(of: 50) ? 900 : number % 7
            return RecordedTrack(RecordedPerson(trackID: number, frames: number * 3..<number * 3 + length))
        }
        let joined = JoinedTracks(tracks)
        for start in 0..<700 {
            for length in [0, 1, 20] {
                let expected = tracks.filter { !$0.frames.clamped(to: start..<start + length).isEmpty }
                #expect(joined.people(in: start..<start + length).map(\.trackID) == expected.map(\.trackID))
            }
        }
    }

    @Test func aLowCutoffNeedsTheWholeRecordingInMemory() throws {
        let (_, long) = try walks(frames: 2000)
        var options = CleaningOptions()
        let usual = try long.workingMemory(options, rate: nil)
        options.body = .butterworth(cutoff: 0.01)
        #expect(try long.workingMemory(options, rate: nil) > 2 * usual)
        #expect(try long.workingMemory(CleaningOptions(), rate: 1e6) > 5 * usual)
    }

    /// Where frames are close together, even times are far apart.
    @Test func unevenTimesAreResampled() throws {
        var recorder = Recorder(width: 100, height: 100)
        let long = try LongRecording(width: 100, height: 100, keepsFacePoints: true, blockLength: 64)
        for frame in 0..<3000 {
            let time = frame < 2900 ? Double(frame) / 1000 : Double(frame - 2800) / 10
            let poses = [Walker.pose(at: time, trackID: 1)]
            let result = PoseLandmarkerResult(poses: poses, timestampInMilliseconds: Int(time * 1000))
            recorder.add(result, at: time)
            try long.add(result, at: time)
        }
        try expectEqual(long.resampled(rate: 1), recorder.recording.resampled(rate: 1), within: 0)
    }

    @Test func aFocalLengthIsAnAngleOfView() throws {
        let recording = Walker.recording(frames: 40)
        var options = MotionOptions()
        options.fieldOfView = 40
        let byAngle = try #require(recording.motions(options)[0])
        options.fieldOfView = 63
        options.focalLength = 500 / tan(20 * .pi / 180)
        let byLength = try #require(recording.motions(options)[0])
        for (one, other) in zip(byAngle.poses, byLength.poses) { #expect((one.root - other.root).length < 1e-9) }
    }

    /// What is in memory must not grow with the recording.
    @Test func ofALongSequenceAnEvenSampleIsKept() {
        var sample = EvenSample<Int>(limit: 8)
        for number in 0..<100 { sample.append(number) }
        #expect(sample.elements == [0, 16, 32, 48, 64, 80, 96])
        var short = EvenSample<Int>(limit: 8)
        for number in 0..<8 { short.append(number) }
        #expect(short.elements == Array(0..<8))
    }
}
