// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// Runs work concurrently and calls the completion handlers in the order in which the work was submitted.
final class OrderedCompletions: Sendable {
    /// The most recently submitted work.
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
