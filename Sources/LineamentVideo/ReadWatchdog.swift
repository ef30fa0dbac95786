internal import Dispatch
internal import Synchronization

/// A switch that ends the reading of videos, from any thread.
///
/// ```swift
/// let cancellation = ReadCancellation()
/// var options = VideoReader.Options()
/// options.cancellation = cancellation
/// // In another thread: cancellation.cancel()
/// ```
public final class ReadCancellation: Sendable, Hashable {
    private let isRequested = Atomic<Bool>(false)
    private let condition: @Sendable () -> Bool

    /// Creates a switch that is off.
    public convenience init() { self.init { false } }

    /// Creates a switch that also counts as on once `condition` holds, which is evaluated several times a second.
    package init(when condition: @escaping @Sendable () -> Bool) { self.condition = condition }

    /// Ends the reading: a blocked read returns within a tenth of a second.
    public func cancel() { isRequested.store(true, ordering: .relaxed) }

    /// Whether reading is to end.
    public var isCancelled: Bool { isRequested.load(ordering: .relaxed) || condition() }

    /// Returns whether both are the same switch.
    public static func == (one: ReadCancellation, other: ReadCancellation) -> Bool { one === other }

    /// Hashes the identity of the switch.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Ends FFmpeg's blocking operations when they take too long or are canceled. FFmpeg asks it while it waits.
final class ReadWatchdog: Sendable {
    private let cancellation: ReadCancellation
    private let deadline = Atomic<UInt64>(.max)

    init(_ cancellation: ReadCancellation) { self.cancellation = cancellation }

    /// Whether the current operation was canceled.
    var isCancelled: Bool { cancellation.isCancelled }
    /// Whether the current operation took too long.
    var isLate: Bool { DispatchTime.now().uptimeNanoseconds > deadline.load(ordering: .relaxed) }

    /// Starts an operation that may take `seconds`; without limit if nil.
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
