#if Server
    internal import Synchronization

    /// Whether the service takes work, which it does until it is asked to stop.
    final class Readiness: Sendable {
        private let state = Atomic(true)
        private let ended = Atomic(false)

        var isReady: Bool { state.load(ordering: .acquiring) }
        func stop() { state.store(false, ordering: .releasing) }

        /// Whether the service has stopped.
        var hasEnded: Bool { ended.load(ordering: .acquiring) }
        func end() { ended.store(true, ordering: .releasing) }
    }
#endif
