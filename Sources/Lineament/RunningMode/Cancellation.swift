// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Tells work that its result is no longer needed.
package final class Cancellation: Sendable {
    private let isCancelled = Atomic(false)
    private let error: any Error

    /// Creates a cancellation.
    /// - Parameter error: The error that canceled work ends with.
    package init(_ error: any Error = CancellationError()) { self.error = error }

    package func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Throws the error if the work has been canceled.
    func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw error }
    }
}
