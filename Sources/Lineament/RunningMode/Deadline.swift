// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import LiteRT
internal import Locking

/// The time by which the processing of an image must end, and whether a caller still waits for it.
///
/// Both are checked before each inference, while that waits for others, and while detections are compared with each other,
/// so processing ends with an error at most one inference later.
package struct Deadline: Sendable {
    /// The deadline of the calling thread's work; `nil` if there is none.
    @TaskLocal static var current: Deadline?

    /// The time at which processing must end, shared by all threads of the work; ``paused(_:)`` extends it.
    private var end: Locked<UInt64>?
    private var seconds = 0.0
    private var cancellations: [Cancellation] = []

    /// Runs `body`, which ends early if its result is no longer needed.
    /// - Throws: The errors of `body` and of `cancellation`.
    package static func within<Output>(_ cancellation: Cancellation, _ body: () throws -> Output) throws -> Output {
        var deadline = current ?? Deadline()
        deadline.cancellations.append(cancellation)
        return try $current.withValue(deadline, operation: body)
    }

    /// Runs `body` with a time limit; without one if `seconds` is `nil`. An earlier deadline that already applies is kept.
    /// - Throws: The error of `body`; ``LineamentError`` with code `deadlineExceeded`, or `invalidArgument` if
    ///   `seconds` is not positive.
    package static func within<Output>(_ seconds: Double?, _ body: () throws -> Output) throws -> Output {
        guard let seconds else { return try body() }
        guard seconds > 0 else {
            throw LineamentError(.invalidArgument, "A time limit must be more than 0 seconds, not \(seconds).")
        }
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(min(seconds, 1e9) * 1e9)
        if let earlier = current?.end, earlier.withLock({ $0 }) <= end { return try body() }
        let deadline = Deadline(end: Locked(end), seconds: seconds, cancellations: current?.cancellations ?? [])
        return try $current.withValue(deadline, operation: body)
    }

    /// Runs `body` without a deadline, and extends the current deadline by the time it takes.
    package static func paused<Output>(_ body: () throws -> Output) rethrows -> Output {
        guard let current, let end = current.end else { return try body() }
        let start = DispatchTime.now().uptimeNanoseconds
        defer { end.withLock { $0 += DispatchTime.now().uptimeNanoseconds - start } }
        return try $current.withValue(Deadline(cancellations: current.cancellations), operation: body)
    }

    /// Throws if the deadline of the calling thread's work has passed, or its result is no longer needed.
    package static func check() throws { try current?.check() }

    /// How long the calling thread's work waits for a model that others use.
    static var waitLimit: WaitLimit {
        guard let current else { return .none }
        return WaitLimit { try current.check() }
    }

    /// Throws if the deadline has passed, or the result of the work is no longer needed.
    func check() throws {
        for cancellation in cancellations { try cancellation.check() }
        guard let end, DispatchTime.now().uptimeNanoseconds > end.withLock({ $0 }) else { return }
        throw LineamentError(.deadlineExceeded, "Processing took longer than the time limit of \(seconds) s.")
    }
}
