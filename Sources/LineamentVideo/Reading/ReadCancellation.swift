// SPDX-License-Identifier: Apache-2.0
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
