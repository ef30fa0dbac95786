// SPDX-License-Identifier: Apache-2.0
internal import CapacityPlanner
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentVideo
internal import Locking

/// Measures what a task costs on this machine, decoding included.
struct CostMeasurement {
    let task: PlannedTask
    /// The time that is measured, in seconds, besides loading and warming up.
    let seconds: Double
    /// The cores that an image may have for itself.
    let cores: Int

    /// Measures an image file, which is read again and again.
    func images(at url: URL) throws -> WorkCost {
        let decoder = ImageDecoder()
        return try cost(of: url.lastPathComponent, framesPerSecond: nil) { loaded in
            { try loaded.detect(MPImage(pixelBuffer: decoder.decode(contentsOf: url))) }
        }
    }

    /// Measures a video file, which begins anew at its end.
    func video(at url: URL) throws -> WorkCost {
        guard let rate = try VideoReader(url).frameRate else {
            throw LineamentError(
                .invalidArgument, "\(url.path) does not say how many frames a second it has. Name another video.")
        }
        return try cost(of: url.lastPathComponent, framesPerSecond: rate) { loaded in
            let idle = Locked<[RepeatedVideo]>([])
            return {
                // Each caller has a video for itself.
                let video = try idle.withLock { $0.popLast() } ?? RepeatedVideo(url, loaded)
                try video.processNextFrame()
                idle.withLock { $0.append(video) }
            }
        }
    }

    /// Measures the calls that `makeCall` returns for a loaded task; several threads make them at once.
    private func cost(
        of file: String, framesPerSecond: Double?,
        _ makeCall: (PlannedTask.Loaded) -> @Sendable () throws -> Void
    ) throws -> WorkCost {
        let call = try makeCall(task.load(threads: 1))
        let one = try time(of: call, for: seconds / 2)
        let memory = OwnUsage.mostMegabytes
        _ = try ThroughputBenchmark.resultsPerSecond(callers: 2, for: seconds / 4) { call }
        let memoryOfTwo = OwnUsage.mostMegabytes
        let threads = min(cores, Cores.available)
        let alone = threads > 1 ? try time(of: makeCall(task.load(threads: threads)), for: seconds / 4) : one
        return WorkCost(
            name: "\(task.name), \(file)", coreMilliseconds: one.processor, framesPerSecond: framesPerSecond,
            speedAlone: max(1, one.passed / alone.passed),
            memory: memory.map { .init(withOneCore: $0, forEachFurtherCore: (memoryOfTwo ?? $0) - $0) })
    }

    /// Returns the mean processor time of a call and the mean time that passes, in milliseconds.
    private func time(of call: () throws -> Void, for seconds: Double) throws -> (processor: Double, passed: Double) {
        for _ in 0..<Self.warmUps { try call() }
        let clock = ContinuousClock()
        let start = clock.now
        let used = OwnUsage.processorSeconds
        var count = 0.0
        repeat {
            try call()
            count += 1
        } while clock.now - start < .seconds(seconds)
        return ((OwnUsage.processorSeconds - used) * 1000 / count, (clock.now - start) / .milliseconds(1) / count)
    }

    /// The calls that do not count: the first one allocates, and finds what is not yet in the caches.
    private static let warmUps = 3
}

/// A video whose frames go through a task, from the beginning again after the last one.
private final class RepeatedVideo {
    private let url: URL
    private let task: PlannedTask.Loaded
    private var reader: VideoReader
    private var process: (MPImage, Int) throws -> Void

    init(_ url: URL, _ task: PlannedTask.Loaded) throws {
        self.url = url
        self.task = task
        reader = try VideoReader(url)
        process = task.makeSession()
    }

    func processNextFrame() throws {
        if let frame = try reader.next() { return try process(frame.image, frame.timestampInMilliseconds) }
        reader = try VideoReader(url)
        process = task.makeSession()
        guard let frame = try reader.next() else {
            throw LineamentError(.invalidArgument, "\(url.path) has no frames. Name another video.")
        }
        try process(frame.image, frame.timestampInMilliseconds)
    }
}

/// The time and memory that this process has used.
private enum OwnUsage {
    /// The processor time of all threads, in seconds.
    static var processorSeconds: Double {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The most memory so far, in megabytes; `nil` where the system has no /proc.
    static var mostMegabytes: Double? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let found = status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/), let kibibytes = Double(found.1)
        else { return nil }
        return kibibytes * 1024 / 1e6
    }
}
