// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Synchronization

    /// Whether the service takes work.
    ///
    /// Asked to stop, it drains first: it takes requests as before, but says that it is not ready, so that proxies send
    /// theirs elsewhere before the listener closes.
    final class Readiness: Sendable {
        private enum Phase: UInt8, AtomicRepresentable {
            case ready
            case draining
            case closing
            case ended
        }

        private let phase = Atomic(Phase.ready)

        private var current: Phase { phase.load(ordering: .acquiring) }

        /// Whether new clients are welcome.
        var isReady: Bool { current == .ready }
        /// Whether requests are taken.
        var takesRequests: Bool { current == .ready || current == .draining }
        /// Whether the service has stopped.
        var hasEnded: Bool { current == .ended }

        func drain() { phase.store(.draining, ordering: .releasing) }
        func close() { phase.store(.closing, ordering: .releasing) }
        func end() { phase.store(.ended, ordering: .releasing) }
    }
#endif
