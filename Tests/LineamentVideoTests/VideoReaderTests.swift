// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import Lineament
@testable import LineamentVideo

/// Parts of videos, the times of their frames, and the end of reading.
@Suite struct VideoReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a video of 25 frames, 40 ms each, and returns its path.
    private func clip(_ name: String) throws -> String {
        let path = folder.file(name).path
        let images = try (0..<25).map { _ in try PixelBuffer.noise(64, 48, .rgb8) }
        if name.hasPrefix("all-key") {
            try AVIFile(frames: images.map { DerivedPixels($0) }).data().write(to: URL(fileURLWithPath: path))
            return path
        }
        let writer = try writer(path)
        for (index, image) in images.enumerated() { try writer.write(image, time: Double(index) / 25) }
        try writer.finish()
        return path
    }

    /// Creates a writer of a video of any container, also of those that the public initializers refuse.
    private func writer(_ path: String) throws -> VideoWriter {
        try VideoWriter(path: path, temporaryPath: path, width: 64, height: 48, frameRate: 25, audioFrom: nil)
    }

    private func frames(_ path: String, _ options: VideoReader.Options = .init()) throws -> [VideoFrame] {
        let reader = try VideoReader(path, options: options)
        var frames: [VideoFrame] = []
        while let frame = try reader.next() { frames.append(frame) }
        let another = try reader.next()
        #expect(another == nil)
        return frames
    }

    /// The indices do not depend on where the key frames are; the times are those of the whole video.
    @Test(arguments: ["all-key.avi", "one-key.mp4", "one-key.mkv", "one-key.webm", "one-key.flv", "one-key.ts"])
    func partsAreCountedFromTheirFirstFrame(name: String) throws {
        let path = try clip(name)
        var options = VideoReader.Options()
        (options.start, options.duration) = (0.5, 0.3)
        let found = try frames(path, options)
        #expect(found.map(\.index) == Array(0..<7))
        #expect(found.map(\.timestampInMilliseconds) == (13..<20).map { $0 * 40 })
        options.every = 3
        let sampled = try frames(path, options)
        #expect(sampled.map(\.index) == [0, 3, 6])
        #expect(sampled.map(\.timestampInMilliseconds) == [520, 640, 760])
        for (frame, time) in zip(sampled, [0.52, 0.64, 0.76]) { #expect(abs(frame.time - time) < 0.001) }
    }

    @Test func aWrongIntervalIsAnError() throws {
        let path = try clip("interval.mp4")
        var options = VideoReader.Options()
        for every in [0, -1] {
            options.every = every
            let error = #expect(throws: LineamentError.self) { try VideoReader(path, options: options) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains("every must be at least 1, not \(every)") == true)
        }
    }

    /// Transport streams are sought by any packet, so the reader has to go back until it meets a key frame.
    @Test(arguments: ["a.ts", "a.flv", "a.mp4"], [0.04, 0.96, 1, 1.96, 2.96, 3.4])
    func aPartBetweenKeyFramesIsComplete(name: String, start: Double) throws {
        let path = folder.file("\(start)-\(name)").path
        let writer = try writer(path)
        // The encoder begins anew where the picture changes altogether.
        let scenes = try (0..<4).map { _ in try PixelBuffer.noise(64, 48, .rgb8) }
        for index in 0..<90 { try writer.write(scenes[index / 25], time: Double(index) / 25) }
        try writer.finish()
        var options = VideoReader.Options()
        options.start = start
        let first = Int((start * 25).rounded())
        let found = try frames(path, options).map(\.timestampInMilliseconds)
        #expect(found == (first..<90).map { $0 * 40 })
    }

    /// An edit list leaves out the end of a video without removing it from the file.
    @Test(arguments: ["a.mp4", "a.mov"])
    func aTrimmedVideoIsNoTruncation(name: String) throws {
        let path = try clip(name)
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        let list = try #require(file.range(of: Data("elst".utf8)))
        // After the version, the flags, and the number of entries: the duration of the first, in units of the file.
        let place = list.upperBound + 8..<list.upperBound + 12
        let second = file[place].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        file.replaceSubrange(place, with: withUnsafeBytes(of: (second / 5 * 2).bigEndian) { Data($0) })
        try file.write(to: URL(fileURLWithPath: path))
        #expect(try frames(path).map(\.timestampInMilliseconds) == (0..<10).map { $0 * 40 })
    }

    @Test func framesWithoutTimestampsFollowTheFrameRate() throws {
        let path = try clip("raw.h264")
        let interval = 1000 / (try VideoReader(path).frameRate ?? 30)
        func times(_ indices: some Sequence<Int>) -> [Int] { indices.map { Int((Double($0) * interval).rounded()) } }
        #expect(try frames(path).map(\.timestampInMilliseconds) == times(0..<25))
        var options = VideoReader.Options()
        options.every = 5
        let sampled = try frames(path, options)
        #expect(sampled.map(\.index) == [0, 5, 10, 15, 20])
        #expect(sampled.map(\.timestampInMilliseconds) == times([0, 5, 10, 15, 20]))
    }

    /// Writes a video of 50 frames, 40 ms each, whose first is at 3 s.
    private func late(_ name: String) throws -> String {
        let path = folder.file(name).path
        let writer = try writer(path)
        for index in 0..<50 { try writer.write(.noise(64, 48, .i420), time: 3 + Double(index) / 25) }
        try writer.finish()
        return path
    }

    @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm", "a.flv", "a.avi", "a.ts"])
    func aLateStartIsNoTruncation(name: String) throws {
        let path = try late(name)
        #expect(try frames(path).count == 50)
        // A transport stream may end anywhere, and most of this AVI's bytes are its index.
        guard !["a.ts", "a.avi"].contains(name) else { return }
        // An MP4 without its end has no index and cannot be opened.
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for share in [0.4, 0.6, 0.8] {
            let cut = folder.file("cut-\(name)")
            try whole.prefix(Int(Double(whole.count) * share)).write(to: cut)
            let error = #expect(throws: LineamentError.self) { _ = try frames(cut.path) }
            #expect(error?.code == (["a.mp4", "a.mov"].contains(name) ? .unimplemented : .dataLoss), "\(share)")
        }
    }

    /// In AVI, a frame that is dropped is an empty packet or none at all.
    @Test func droppedFramesAreNoTruncation() throws {
        let path = folder.file("dropped.avi").path
        let writer = try writer(path)
        for index in 0..<40 where index % 5 != 1 && index != 38 {
            try writer.write(.noise(64, 48, .i420), time: Double(index) / 25)
        }
        try writer.finish()
        #expect(try frames(path).count == 31)
        let whole = try Data(contentsOf: URL(fileURLWithPath: clip("all-key.avi")))
        for share in [0.3, 0.6, 0.9] {
            let cut = folder.file("cut.avi")
            try whole.prefix(Int(Double(whole.count) * share)).write(to: cut)
            let error = #expect(throws: LineamentError.self) { _ = try frames(cut.path) }
            #expect(error?.code == .dataLoss, "\(share)")
        }
    }

    /// A recording that was joined from two is read to its end, with increasing times.
    @Test func joinedTransportStreamsAreReadCompletely() throws {
        let part = try Data(contentsOf: URL(fileURLWithPath: clip("part.ts")))
        let path = folder.file("joined.ts")
        try (part + part).write(to: path)
        let times = try frames(path.path).map(\.timestampInMilliseconds)
        #expect(times == (0..<50).map { $0 * 40 })
    }

    /// The reader of the loop ends, while it waits for the server; the switch in the options stays the caller's.
    @Test func theEndOfALoopEndsOnlyItsReader() async throws {
        let path = try clip("a.mkv")
        let server = try SilentServer(after: Data(contentsOf: URL(fileURLWithPath: path)))
        var options = VideoReader.Options()
        options.dataTimeout = 600
        let frames = try VideoReader(address: server.url("http"), options: options).frames
        let (started, signal) = AsyncStream<Void>.makeStream()
        let loop = Task {
            for try await _ in frames { signal.yield() }
        }
        for await _ in started.prefix(1) {}
        // The loop waits, or is about to wait, for a frame that never comes.
        try await Task.sleep(for: .milliseconds(300))
        let start = ContinuousClock.now
        loop.cancel()
        _ = await loop.result
        #expect(ContinuousClock.now - start < .seconds(300))
        #expect(!options.cancellation.isCancelled)
        #expect(try self.frames(path, options).count == 25)
        options.cancellation.cancel()
        let error = #expect(throws: LineamentError.self) { try self.frames(path, options) }
        #expect(error?.code == .cancelled)
    }

    @Test func aReadersOwnSwitchEndsAReadThatWaits() throws {
        let path = try clip("a.mkv")
        let server = try SilentServer(after: Data(contentsOf: URL(fileURLWithPath: path)))
        let reader = try VideoReader(address: server.url("http"), options: .init())
        let cancellation = reader.cancellation
        // A thread of its own, as those of Dispatch may all be busy with other tests.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            cancellation.cancel()
        }
        let error = #expect(throws: LineamentError.self) {
            while try reader.next() != nil {}
        }
        #expect(error?.code == .cancelled)
    }
}
