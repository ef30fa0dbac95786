// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// A property that is read from a file in the background, such as `.duration`.
public struct AVAsyncProperty<Root, Value>: Sendable {
    let read: @Sendable (Root) throws -> Value
}

/// Runs blocking work outside the pool of threads that tasks share.
func inBackground<Result>(_ work: @escaping @Sendable () throws -> sending Result) async throws -> sending Result {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
            do {
                continuation.resume(returning: try work())
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
