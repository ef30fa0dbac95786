// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import Synchronization
import Testing

@testable import LineamentImages

@Suite struct DecodedMemoryTests {
    /// Twenty large images never take more than the limit together, and all of them find room in the end.
    @Test func imagesWaitForRoom() async throws {
        let budget = DecodedMemoryBudget(limit: 100)
        let usage = Usage()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await BlockingExecutor(threadLimit: 20).run {
                        let reservation = budget.reservation()
                        defer { reservation.release() }
                        try reservation.wait(for: 40)
                        usage.add(40)
                        Thread.sleep(forTimeInterval: 0.005)
                        usage.add(-40)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((40...80).contains(usage.most))
    }

    @Test func anImageThatIsAloneIsNeverRefused() throws {
        let budget = DecodedMemoryBudget(limit: 10)
        let reservation = budget.reservation()
        try reservation.wait(for: 1000)
        reservation.release()
    }

    /// Small images do not overtake a large one for ever.
    @Test func imagesWaitInOrder() async throws {
        let budget = DecodedMemoryBudget(limit: 100)
        let first = budget.reservation()
        try first.wait(for: 60)
        let executor = BlockingExecutor(threadLimit: 2)
        async let large: Void = executor.run {
            let reservation = budget.reservation()
            try reservation.wait(for: 90)
            reservation.release()
        }
        while budget.waitingCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        async let small: Void = executor.run {
            #expect(throws: LineamentError.self) { try Deadline.within(0.2) { try budget.reservation().wait(for: 1) } }
        }
        try await small
        first.release()
        try await large
    }

    @Test func waitingEndsAtTheDeadline() throws {
        let budget = DecodedMemoryBudget(limit: 10)
        let first = budget.reservation()
        try first.wait(for: 10)
        let error = #expect(throws: LineamentError.self) {
            try Deadline.within(0.2) { try budget.reservation().wait(for: 1) }
        }
        #expect(error?.code == .deadlineExceeded)
        first.release()
        try budget.reservation().wait(for: 1)
    }

    /// Each decoder says what an image takes before it decodes it.
    @Test(arguments: ["image.jpg", "image.png", "image.webp", "image.bmp", "image.ppm"])
    func decodersAskForRoom(name: String) throws {
        let pixels = try PixelBuffer(
            copying: [UInt8](repeating: 9, count: 40 * 30 * 3), width: 40, height: 30, format: .rgb8)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("room-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        switch file.pathExtension {
        case "ppm":
            try (Data("P6 40 30 255\n".utf8) + Data(count: 40 * 30 * 3)).write(to: file)
        case "bmp":
            var header = Data("BM".utf8) + Data(count: 52)
            for (place, value) in [(2, 3654), (10, 54), (14, 40), (18, 40), (22, 30)] {
                withUnsafeBytes(of: Int32(value).littleEndian) { header.replaceSubrange(place..<place + 4, with: $0) }
            }
            header[26] = 1
            header[28] = 24
            try (header + Data(count: 40 * 30 * 3)).write(to: file)
        default: try ImageEncoder().write(pixels, to: file)
        }
        let asked = Usage()
        var decoder = ImageDecoder()
        decoder.willDecode = { count in
            asked.add(count)
            throw LineamentError(.resourceExhausted, "no room")
        }
        let error = #expect(throws: LineamentError.self) { try decoder.decode(contentsOf: file) }
        #expect(error?.message == "no room")
        #expect(asked.most == 40 * 30 * 4)
    }
}

/// Adds up what is used, and remembers the most.
private final class Usage: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func add(_ count: Int) {
        counts.withLock { counts in
            counts.now += count
            counts.most = max(counts.most, counts.now)
        }
    }
}
