// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// Ends FFmpeg's blocking operations when they take too long or are canceled. FFmpeg asks it while it waits.
final class ReadWatchdog: Sendable {
    private let cancellation: ReadCancellation
    private let deadline = Atomic<UInt64>(.max)

    init(_ cancellation: ReadCancellation) { self.cancellation = cancellation }

    /// Whether the current operation was canceled.
    var isCancelled: Bool { cancellation.isCancelled }
    /// Whether the current operation took too long.
    var isLate: Bool { DispatchTime.now().uptimeNanoseconds > deadline.load(ordering: .relaxed) }

    /// Starts an operation that may take `seconds`; without limit if `nil`.
    func begin(limit seconds: Double?) {
        let limit = seconds.map { DispatchTime.now().uptimeNanoseconds + UInt64(max(0, min($0, 1e6)) * 1e9) }
        deadline.store(limit ?? .max, ordering: .relaxed)
    }

    /// Ends the operation if its time is over. Called by FFmpeg with the watchdog's address.
    static let callback: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Int32 = { address in
        guard let address else { return 0 }
        let watchdog = Unmanaged<ReadWatchdog>.fromOpaque(address).takeUnretainedValue()
        return watchdog.isCancelled || watchdog.isLate ? 1 : 0
    }
}
