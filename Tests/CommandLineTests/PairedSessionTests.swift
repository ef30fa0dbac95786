// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentTasks
import TestSupport
import Testing

/// Results that come later keep their frames.
@Suite struct PairedSessionTests {
    /// A frame with its number in its pixels.
    private static func frame(_ number: Int) throws -> PixelBuffer {
        try PixelBuffer(copying: [UInt8(number)], width: 1, height: 1, format: .gray8)
    }

    private static func frame(at number: Int) throws -> Frame {
        Frame(try MPImage(pixelBuffer: frame(number)), milliseconds: number, seconds: 0, index: number)
    }

    private struct Worker: FrameWorker {
        var pace = ResultPace.later
        var completed: (@Sendable (Int) throws -> Int)?

        var looksAgain: Bool { completed != nil }

        /// Gives the results of three frames at a time, each with the frame's number.
        func add(_ frame: Frame) -> [Int] {
            pace == .later && frame.index % 3 == 2 ? [frame.index - 2, frame.index - 1, frame.index] : []
        }

        func finish() -> [Int] { pace == .atEnd ? [7] : [] }

        func complete(_ result: Int, of image: MPImage) throws -> Int { try completed?(result) ?? result }
    }

    private static func session(_ worker: Worker = Worker()) -> PairedSession<Int, Int> {
        PairedSession(worker, waitingIn: WaitingImages(budget: MemoryBudget(limit: 1 << 20)))
    }

    @Test func eachResultHasItsFrame() throws {
        let session = Self.session()
        for number in 0..<9 {
            for pair in try session.add(Self.frame(at: number), number) {
                #expect(try pair.result() == pair.info)
                #expect(try pair.image().withPlanes { $0[0].address.load(as: UInt8.self) } == UInt8(pair.info))
            }
        }
    }

    /// Otherwise what is covered in one frame would be covered in another.
    @Test func aResultThatFailsDoesNotMoveTheNext() throws {
        let session = Self.session(
            Worker(completed: { number in
                guard number != 1 else { throw LineamentError(.resourceExhausted, "no memory") }
                return number
            }))
        var seen: [Int] = []
        for number in 0..<6 {
            for pair in try session.add(Self.frame(at: number), number) {
                guard let result = try? pair.result() else { continue }
                #expect(result == pair.info)
                seen.append(result)
            }
        }
        #expect(seen == [0, 2, 3, 4, 5])
    }

    @Test func theResultOfAVideoComesWithItsLastFrame() throws {
        let session = Self.session(Worker(pace: .atEnd))
        for number in 0..<3 {
            #expect(try session.add(Self.frame(at: number), number).isEmpty)
        }
        let last = try #require(session.finish().first)
        #expect(last.info == 2)
        #expect(try last.result() == 7)
        #expect(try session.finish().isEmpty)
    }
}
