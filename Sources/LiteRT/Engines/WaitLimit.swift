// SPDX-License-Identifier: Apache-2.0
internal import Dispatch

/// How long a caller waits for what others use: until its result is no longer needed.
package struct WaitLimit: Sendable {
    /// The interval at which a waiting caller checks that its result is still needed.
    private static let interval: DispatchTimeInterval = .milliseconds(10)

    private let check: (@Sendable () throws -> Void)?

    /// Waits as long as a check does not throw.
    /// - Parameter check: Throws if the time of the caller's work is over, or its result is no longer needed; `nil` if
    ///   that cannot happen.
    package init(_ check: (@Sendable () throws -> Void)?) { self.check = check }

    /// Waits without a limit.
    package static let none = WaitLimit(nil)

    /// Waits for a semaphore.
    /// - Throws: The error of the check; the semaphore has not been decremented then.
    func wait(for semaphore: DispatchSemaphore) throws {
        guard let check else { return semaphore.wait() }
        while semaphore.wait(timeout: .now() + Self.interval) == .timedOut { try check() }
    }
}
