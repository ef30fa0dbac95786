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

    private static func place(_ number: Int) -> FramePlace {
        FramePlace(milliseconds: number, seconds: 0, index: number, container: nil)
    }

    /// Gives the results of three frames at a time, each with the frame's number.
    private static func session(
        completed: (@Sendable (Int, MPImage) throws -> Int)? = nil
    ) -> PairedSession<Int, Int> {
        let results = ResultSession<Int>(
            pace: .later,
            add: { _, place in place.index % 3 == 2 ? [place.index - 2, place.index - 1, place.index] : [] },
            finish: { [] },
            completed: completed)
        return PairedSession(results, waitingIn: WaitingImages(budget: MemoryBudget(limit: 1 << 20)))
    }

    @Test func eachResultHasItsFrame() throws {
        let session = Self.session()
        for number in 0..<9 {
            for pair in try session.add(number, Self.frame(number), at: Self.place(number)) {
                #expect(try pair.result() == pair.info)
                #expect(try pair.image().withPlanes { $0[0].address.load(as: UInt8.self) } == UInt8(pair.info))
            }
        }
    }

    /// Otherwise what is covered in one frame would be covered in another.
    @Test func aResultThatFailsDoesNotMoveTheNext() throws {
        let session = Self.session { number, _ in
            guard number != 1 else { throw LineamentError(.resourceExhausted, "no memory") }
            return number
        }
        var seen: [Int] = []
        for number in 0..<6 {
            for pair in try session.add(number, Self.frame(number), at: Self.place(number)) {
                guard let result = try? pair.result() else { continue }
                #expect(result == pair.info)
                seen.append(result)
            }
        }
        #expect(seen == [0, 2, 3, 4, 5])
    }

    @Test func theResultOfAVideoComesWithItsLastFrame() throws {
        let results = ResultSession<Int>(pace: .atEnd, add: { _, _ in [] }, finish: { [7] })
        let session = PairedSession<Int, Int>(
            results, waitingIn: WaitingImages(budget: MemoryBudget(limit: 1 << 20)))
        for number in 0..<3 {
            #expect(try session.add(number, Self.frame(number), at: Self.place(number)).isEmpty)
        }
        let last = try #require(session.finish().first)
        #expect(last.info == 2)
        #expect(try last.result() == 7)
        #expect(try session.finish().isEmpty)
    }
}
