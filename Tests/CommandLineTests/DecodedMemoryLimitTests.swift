// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import Lineament
import LineamentImages
import LineamentTasks
import Testing
import TestSupport

@testable import LineamentCLI

/// Many large photos at once do not take more memory than there is.
@Suite struct DecodedMemoryLimitTests {
    /// Images that do not fit into memory together are processed one after another; none waits forever, and all results are
    /// written in order.
    @Test func imagesWaitForMemory() throws {
        let scratch = try Scratch()
        let names = (10..<42).map { "\($0).png" }
        for name in names { try FileManager.default.copyItem(at: Sample.url, to: scratch.url(name)) }
        let results = scratch.url("results.jsonl").path
        let media = try MediaOptions.parse([
            scratch.folder.path, "--output", results, "--format", "json", "--timeout", "600", "--quiet",
        ])
        let held = Count()
        var pipeline = MediaPipeline(SlowTask(held: held), try media.run())
        pipeline.workers = 8
        pipeline.memory = DecodedMemoryBudget(limit: 1)
        try pipeline.run()
        #expect(held.most == 1)
        let lines = try String(contentsOfFile: results, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) { #expect(line.contains("/\(name)\"")) }
    }
}

/// A task that counts the images that it holds.
private struct SlowTask: LoadedTask {
    let output = TaskOutput<FaceDetectorRow>(AnswerChoices(), FaceDetectorOptions())
    let held: Count

    func detect(_ image: MPImage) -> FaceDetectorResult {
        held.change(by: 1)
        Thread.sleep(forTimeInterval: 0.002)
        held.change(by: -1)
        return FaceDetectorResult(detections: [], timestampInMilliseconds: 0)
    }

    func makeWorker() throws -> any FrameWorker<FaceDetectorResult> {
        throw LineamentError(.unimplemented, "There are no videos here.")
    }
}

/// Counts up and down, and remembers the most.
private final class Count: @unchecked Sendable {
    private let lock = NSLock()
    private var now = 0
    private var highest = 0

    var most: Int { lock.withLock { highest } }

    func change(by number: Int) {
        lock.withLock {
            now += number
            highest = max(highest, now)
        }
    }
}
