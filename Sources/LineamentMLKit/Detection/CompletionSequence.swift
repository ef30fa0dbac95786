internal import LiteRT

/// The completion handlers of a detector that processes several images at once, called in the order of its calls.
final class CompletionSequence: Sendable {
    /// The call before the next one.
    private let last = Locked<Task<Void, Never>?>(nil)

    /// Starts `work` at once and passes its result to `complete`, after those of all earlier calls.
    func run<Output: Sendable>(
        _ work: @escaping @Sendable () async throws -> Output,
        complete: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) {
        last.withLock { last in
            let earlier = last
            last = Task {
                let result: Result<Output, any Error>
                do {
                    result = .success(try await work())
                } catch {
                    result = .failure(error)
                }
                await earlier?.value
                complete(result)
            }
        }
    }
}
