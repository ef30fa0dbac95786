internal import Dispatch
internal import Lineament
internal import LineamentMedia
internal import Synchronization
internal import LiteRT

/// Reads the next frames of a video while the last one is worked on.
final class ReadAhead: Sendable {
    private enum Item: Sendable {
        case frame(VideoFrame)
        case end
        case failure(any Error)
    }

    /// Frames that wait: enough to even out a slow one, few enough to stay small.
    private static let capacity = 3

    private let items = Guarded<[Item]>([])
    /// Begins at 0 and is raised: one that ends below its first value stops the program.
    private let room = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    /// - Parameter reader: used by nobody else until ``stop()`` returns.
    init(_ reader: VideoReader) {
        let source = Source(reader: reader)
        for _ in 0..<Self.capacity { room.signal() }
        DispatchQueue(label: "lineament.reader", qos: .userInitiated).async { [self] in
            defer { done.signal() }
            while !isStopped.load(ordering: .acquiring) {
                let item = source.next()
                room.wait()
                items.withLock { $0.append(item) }
                filled.signal()
                guard case .frame = item else { return }
            }
        }
    }

    /// The next frame; nil after the last.
    /// - Throws: what reading it threw.
    func next() throws -> VideoFrame? {
        filled.wait()
        let item = items.withLock { $0.removeFirst() }
        room.signal()
        switch item {
        case .frame(let frame): return frame
        case .end: return nil
        case .failure(let error): throw error
        }
    }

    /// Ends reading; frames that wait are lost.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        room.signal()
        done.wait()
    }

    private struct Source: @unchecked Sendable {
        let reader: VideoReader

        func next() -> Item {
            do {
                return try reader.next().map(Item.frame) ?? .end
            } catch {
                return .failure(error)
            }
        }
    }
}
