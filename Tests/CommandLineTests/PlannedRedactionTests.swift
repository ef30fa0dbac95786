// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentTasks
import LineamentTools
import Testing

/// Frames are rendered in the part that was analyzed, and nowhere else.
@Suite struct PlannedRedactionTests {
    private static func worker(start: Double) throws -> any FrameWorker<Redaction> {
        var options = RedactionPlan.Options(RedactorOptions())
        options.start = start
        let input = PlannedInput(file: "a.mp4", sha256: "", width: 64, height: 48, frames: 30, duration: 1)
        let plan = RedactionPlan(options: options, inputs: [input])
        return try PlannedRedaction(plan, of: input, RedactionOutput(method: .blur, isReview: false)).makeWorker()
    }

    private static func frame(at seconds: Double) throws -> Frame {
        let pixels = try PixelBuffer(
            copying: Array(repeating: 0, count: 64 * 48), width: 64, height: 48, format: .gray8)
        return Frame(try MPImage(pixelBuffer: pixels), milliseconds: Int(seconds * 1000), seconds: seconds, index: 0)
    }

    /// Recordings of screens have no frame for seconds, and the part that was analyzed may begin there.
    @Test(arguments: [2, 2.9, 12]) func aPartMayBeginWithAPause(first: Double) throws {
        let worker = try Self.worker(start: 2)
        var count = 0
        for index in 0..<30 { count += try worker.add(Self.frame(at: first + Double(index) / 30)).count }
        count += try worker.finish().count
        #expect(count == 30)
    }

    @Test(arguments: [(0.5, 0.6), (2, 3.5), (2.9, 60)]) func framesBesideThePartAreRefused(
        first: Double, second: Double
    ) throws {
        let worker = try Self.worker(start: 2)
        #expect(throws: LineamentError.self) {
            _ = try worker.add(Self.frame(at: first))
            _ = try worker.add(Self.frame(at: second))
            _ = try worker.finish()
        }
    }
}
