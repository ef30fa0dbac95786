// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

/// A collector of the results of a live stream.
private final class Collector: NSObject, FaceDetectorLiveStreamDelegate, FaceLandmarkerLiveStreamDelegate, Sendable {
    private let times = Locked<[Int]>([])

    var delivered: [Int] { times.withLock { $0 } }

    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
        error: (any Error)?
    ) { add(timestampInMilliseconds) }

    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) { add(timestampInMilliseconds) }

    private func add(_ time: Int) { times.withLock { $0.append(time) } }

    /// Waits until as many results have been delivered, however long that takes; the suite's time limit ends it.
    func wait(for count: Int) {
        while delivered.count < count { Thread.sleep(forTimeInterval: 0.001) }
    }
}

/// A detector without faces that waits at a gate.
private struct GatedDetector: FaceDetecting {
    let gate: Gate

    func faces(in image: MPImage) -> [Detection] {
        gate.pass()
        return []
    }
}

/// The timestamps that several threads take in turns.
private final class Timestamps: Sendable {
    private let last = Locked(0)

    func next() -> Int {
        last.withLock { last in
            last += 1
            return last
        }
    }
}

@Suite struct StreamTests {
    private func landmarker(
        _ mode: RunningMode, delegate: Collector? = nil, detector: (any FaceDetecting)? = nil
    ) throws -> FaceLandmarker {
        let options = FaceLandmarkerOptions()
        options.faceDetector = detector
        options.runningMode = mode
        options.faceLandmarkerLiveStreamDelegate = delegate
        return try FaceLandmarker(options: options)
    }

    private func detector(_ mode: RunningMode, delegate: Collector? = nil) throws -> FaceDetector {
        let options = FaceDetectorOptions()
        options.runningMode = mode
        options.faceDetectorLiveStreamDelegate = delegate
        return try FaceDetector(options: options)
    }

    @Test func timestampsMustIncrease() throws {
        let landmarker = try landmarker(.video)
        let image = try Sample.image()
        _ = try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0)
        for time in [0, -5] {
            let error = #expect(throws: LineamentError.self) {
                try landmarker.detect(videoFrame: image, timestampInMilliseconds: time)
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message == "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.")
            #expect(error?.recoverySuggestion?.hasPrefix("\(time) ms came after 0 ms.") == true)
        }
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 1).timestampInMilliseconds == 1)
        landmarker.reset()
        #expect(try landmarker.detect(videoFrame: image, timestampInMilliseconds: 0).trackIDs == [1])
    }

    @Test func callsOfOtherModesAreRejected() throws {
        let image = try Sample.image()
        let imageTask = try landmarker(.image)
        let error = #expect(throws: LineamentError.self) {
            try imageTask.detect(videoFrame: image, timestampInMilliseconds: 0)
        }
        #expect(error?.message == "The vision task is not initialized with video mode. Current Running Mode: Image")
        #expect(
            error?.recoverySuggestion == "Set runningMode of the task's options to .video, or call detect(image:).")
        let videoTask = try landmarker(.video)
        let refused = #expect(throws: LineamentError.self) { try videoTask.detect(image: image) }
        #expect(
            refused?.recoverySuggestion
                == "Set runningMode of the task's options to .image, or call detect(videoFrame:timestampInMilliseconds:)."
        )
        #expect(throws: LineamentError.self) { try videoTask.detectAsync(image: image, timestampInMilliseconds: 0) }
        let collector = Collector()
        let liveTask = try detector(.liveStream, delegate: collector)
        #expect(throws: LineamentError.self) { try liveTask.detect(image: image) }
    }

    @Test func delegatesBelongToLiveStreams() throws {
        let collector = Collector()
        let missing = #expect(throws: LineamentError.self) { try landmarker(.liveStream) }
        #expect(missing?.message.contains("must be set as the delegate") == true)
        let superfluous = #expect(throws: LineamentError.self) { try detector(.video, delegate: collector) }
        #expect(superfluous?.message.contains("must not be set") == true)
    }

    @Test func aMirroredFrameLeavesTheStreamUsable() throws {
        let landmarker = try landmarker(.video)
        let mirrored = try MPImage(pixelBuffer: Sample.pixels(), orientation: .upMirrored)
        #expect(throws: LineamentError.self) {
            try landmarker.detect(videoFrame: mirrored, timestampInMilliseconds: 5)
        }
        #expect(try landmarker.detect(videoFrame: Sample.image(), timestampInMilliseconds: 5).faceLandmarks.count == 1)
    }

    /// One frame is processed and one waits, which a later one replaces, so a burst yields its first and last frame.
    @Test func burstsKeepTheFirstAndTheLastFrame() throws {
        let gate = Gate()
        let collector = Collector()
        let landmarker = try landmarker(.liveStream, delegate: collector, detector: GatedDetector(gate: gate))
        let image = try Sample.image()
        for time in 0..<10 { try landmarker.detectAsync(image: image, timestampInMilliseconds: time) }
        gate.open()
        collector.wait(for: 2)
        #expect(throws: LineamentError.self) { try landmarker.detectAsync(image: image, timestampInMilliseconds: 9) }
        landmarker.close()
        #expect(collector.delivered == [0, 9])
    }

    /// A new video may start at any time: the frame that waits is dropped, and nothing of the old video is left.
    @Test func aLiveStreamIsReset() throws {
        let gate = Gate()
        let collector = Collector()
        let landmarker = try landmarker(.liveStream, delegate: collector, detector: GatedDetector(gate: gate))
        let image = try Sample.image()
        for time in [50, 100] { try landmarker.detectAsync(image: image, timestampInMilliseconds: time) }
        landmarker.reset()
        for time in [5, 6] { try landmarker.detectAsync(image: image, timestampInMilliseconds: time) }
        #expect(throws: LineamentError.self) { try landmarker.detectAsync(image: image, timestampInMilliseconds: 6) }
        gate.open()
        landmarker.close()
        // An error would be delivered with another time.
        #expect(collector.delivered == [50, 6])
        landmarker.reset()
    }

    @Test func manyFramesAreDeliveredInOrderUntilClosed() throws {
        let collector = Collector()
        let detector = try detector(.liveStream, delegate: collector)
        let image = try Sample.image()
        var time = 0
        while collector.delivered.count < 50 {
            try detector.detectAsync(image: image, timestampInMilliseconds: time)
            time += 1
        }
        detector.close()
        let delivered = collector.delivered
        #expect(delivered.first == 0)
        #expect(delivered == delivered.sorted())
        #expect(Set(delivered).count == delivered.count)
        let error = #expect(throws: LineamentError.self) {
            try detector.detectAsync(image: image, timestampInMilliseconds: time)
        }
        #expect(error?.code == .failedPrecondition)
    }

    @Test func tasksMayBeReleasedWithFramesInFlight() throws {
        let image = try Sample.image()
        for _ in 0..<5 {
            let collector = Collector()
            weak var released: FaceLandmarker?
            do {
                let landmarker = try landmarker(.liveStream, delegate: collector)
                released = landmarker
                for time in 0..<3 { try landmarker.detectAsync(image: image, timestampInMilliseconds: time) }
            }
            // A delivery on its way may hold the task a little longer, but nothing holds it for good.
            while released != nil { Thread.sleep(forTimeInterval: 0.001) }
            let delivered = collector.delivered
            #expect(delivered == delivered.sorted())
            #expect(Set(delivered).isSubset(of: [0, 1, 2]))
        }
    }

    @Test func delegatesAreNotRetained() throws {
        var collector: Collector? = Collector()
        weak let watched = collector
        let landmarker = try landmarker(.liveStream, delegate: collector)
        collector = nil
        #expect(watched == nil)
        try landmarker.detectAsync(image: Sample.image(), timestampInMilliseconds: 0)
        landmarker.close()
    }

    @Test func sessionsAreIndependent() throws {
        let landmarker = try landmarker(.image)
        let pixels = try Sample.pixels()
        let image = try MPImage(pixelBuffer: pixels)
        let sessions = (0..<200).map { _ in landmarker.makeSession() }
        let alone = landmarker.makeSession()
        let expected = try (0..<3).map { try alone.detect(videoFrame: image, timestampInMilliseconds: $0 * 40) }
        for frame in 0..<3 {
            for session in sessions.prefix(frame == 0 ? 200 : 20) {
                let result = try session.detect(videoFrame: image, timestampInMilliseconds: frame * 40)
                #expect(largestDistance(result, expected[frame], in: pixels) == 0)
            }
        }
    }

    @Test func oneSessionServesTenThreads() async throws {
        let session = try landmarker(.image).makeSession()
        let image = try Sample.image()
        let timestamps = Timestamps()
        // A thread that took its timestamp before another one, but called after it, is told so; all others get a result.
        let outcomes = try await withThrowingTaskGroup(of: [Bool].self) { group in
            for _ in 0..<10 {
                group.addTask {
                    try (0..<5).map { _ in
                        let time = timestamps.next()
                        do {
                            let result = try session.detect(videoFrame: image, timestampInMilliseconds: time)
                            #expect(result.timestampInMilliseconds == time)
                            #expect(result.trackIDs == [1])
                            return true
                        } catch let error as LineamentError where error.code == .invalidArgument {
                            #expect(error.message.contains("monotonically increasing"))
                            return false
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(outcomes.count == 50)
        #expect(outcomes.contains(true))
        let next = timestamps.next()
        #expect(try session.detect(videoFrame: image, timestampInMilliseconds: next).trackIDs == [1])
    }

    @Test func asyncResultsCoverEveryFrame() async throws {
        let landmarker = try landmarker(.image)
        let image = try Sample.image()
        let frames = AsyncStream<TimedImage> { continuation in
            for time in 0..<5 { continuation.yield(TimedImage(image: image, timestampInMilliseconds: time * 40)) }
            continuation.finish()
        }
        var times: [Int] = []
        for try await result in landmarker.results(for: frames) {
            times.append(result.timestampInMilliseconds)
            #expect(result.trackIDs == [1])
        }
        #expect(times == [0, 40, 80, 120, 160])
        #expect(try await landmarker.result(for: image).faceLandmarks.count == 1)
    }

    @Test func slowConsumersGetTheNewestFrame() async throws {
        let image = try Sample.image()
        let gate = Gate()
        let timestamps = Timestamps()
        // Nothing is finished before all frames have arrived.
        let frames = AsyncStream<TimedImage> {
            let time = timestamps.next()
            guard time < 50 else {
                gate.open()
                return nil
            }
            return TimedImage(image: image, timestampInMilliseconds: time)
        }
        let results = FrameResults(of: frames, policy: .dropOlder) {
            { frame in
                gate.pass()
                return frame.timestampInMilliseconds
            }
        }
        var times: [Int] = []
        for try await time in results { times.append(time) }
        #expect(times.last == 49)
        #expect(times.count <= 2)
        #expect(times == times.sorted())
    }

    @Test func cancellationEndsTheResults() async throws {
        let detector = try detector(.image)
        let timestamps = Timestamps()
        let image = try Sample.image()
        let frames = AsyncStream<TimedImage> {
            TimedImage(image: image, timestampInMilliseconds: timestamps.next())
        }
        let (firstResults, continuation) = AsyncStream.makeStream(of: Int.self)
        let reader = Task {
            for try await result in detector.results(for: frames) {
                continuation.yield(result.timestampInMilliseconds)
            }
        }
        // The frames never end, so only the cancellation ends the reader.
        for await _ in firstResults { break }
        reader.cancel()
        if case .failure(let error) = await reader.result { #expect(error is CancellationError) }
    }

    private static let memoryFrames = ProcessInfo.processInfo.environment["LINEAMENT_MEMORY_FRAMES"].flatMap(Int.init)

    /// Resident memory does not grow after the first 500 frames. `make test` runs this in its own process, because the
    /// memory of concurrent tests would be counted too.
    @Test(.enabled(if: memoryFrames != nil, "`make test` runs it on its own, with LINEAMENT_MEMORY_FRAMES=1500"))
    func memoryStaysFlat() throws {
        let faces = try landmarker(.image).makeSession()
        try expectFlatMemory { _ = try faces.detect(videoFrame: $0, timestampInMilliseconds: $1) }
        let options = PoseLandmarkerOptions()
        options.shouldOutputSegmentationMasks = true
        let bodies = try PoseLandmarker(options: options).makeSession()
        try expectFlatMemory { _ = try bodies.detect(videoFrame: $0, timestampInMilliseconds: $1) }
    }

    private func expectFlatMemory(_ detect: (MPImage, _ time: Int) throws -> Void) throws {
        let count = try #require(Self.memoryFrames)
        let image = try Sample.image()
        var early = 0
        for frame in 0..<count {
            try detect(image, frame * 40)
            if frame == 500 { early = try residentBytes() }
        }
        let late = try residentBytes()
        #expect(Double(late) < 1.02 * Double(early), "\(early) bytes after 500 frames, \(late) after \(count)")
    }

    private func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4096
    }
}
