// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// How long a caller waits for what others use: until nobody needs its result any more.
package struct WaitLimit: Sendable {
    /// How often a caller that waits looks whether anybody still needs it.
    private static let interval: DispatchTimeInterval = .milliseconds(10)

    private let check: (@Sendable () throws -> Void)?

    /// Waits as long as a check does not throw.
    /// - Parameter check: Throws if the time of the caller's work is over, or nobody needs it any more; `nil` if that cannot
    ///   happen.
    package init(_ check: (@Sendable () throws -> Void)?) { self.check = check }

    /// Waits for ever.
    package static let none = WaitLimit(nil)

    /// Waits for a semaphore.
    /// - Throws: What the check throws; the semaphore has not been decremented then.
    func wait(for semaphore: DispatchSemaphore) throws {
        guard let check else { return semaphore.wait() }
        while semaphore.wait(timeout: .now() + Self.interval) == .timedOut { try check() }
    }
}
