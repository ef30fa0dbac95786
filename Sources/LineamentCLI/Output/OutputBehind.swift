internal import Dispatch
internal import Lineament
internal import LiteRT

/// Makes and writes the pictures of a video while its next frames are read and looked at: made on all cores, written in order.
final class OutputBehind: Sendable {
    private let making = DispatchQueue(label: "lineament.drawing", qos: .userInitiated, attributes: .concurrent)
    private let writing = DispatchQueue(label: "lineament.writing", qos: .userInitiated)
    /// Begins at 0 and is raised: one that ends below its first value stops the program.
    private let room = DispatchSemaphore(value: 0)
    private let failure = Guarded<(any Error)?>(nil)

    init() {
        // One picture for each core, and one that is written.
        for _ in 0...Cores.available { room.signal() }
    }

    /// Adds a picture; waits while too many are on their way.
    /// - Throws: the first error of an earlier picture; no more are written after it.
    func add<Picture: Sendable>(
        make: @escaping @Sendable () throws -> Picture, write: @escaping @Sendable (Picture) throws -> Void
    ) throws {
        try check()
        room.wait()
        let coming = Coming<Picture>()
        making.async { coming.fill(Result { try make() }) }
        writing.async { [self] in
            defer { room.signal() }
            do {
                guard let picture = try coming.wait(), failure.withLock({ $0 == nil }) else { return }
                try write(picture)
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
    }

    /// Waits until everything is written.
    /// - Throws: the first error.
    func finish() throws {
        writing.sync {}
        try check()
    }

    private func check() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}

/// Something that is being made.
private final class Coming<Value: Sendable>: Sendable {
    private let value = Guarded<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func fill(_ result: Result<Value, any Error>) {
        value.withLock { $0 = result }
        isThere.signal()
    }

    func wait() throws -> Value? {
        isThere.wait()
        return try value.withLock { $0 }?.get()
    }
}
