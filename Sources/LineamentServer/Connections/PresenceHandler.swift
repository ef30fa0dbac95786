// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import NIOCore
    internal import NIOHTTPTypes
    internal import Synchronization

    /// Notices that a client has gone, even while its request is being answered.
    ///
    /// A client that only closes its sending side counts as gone, as in other servers: a process that ended looks the same.
    final class PresenceHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart

        /// The state of a connection's client.
        final class Presence: Sendable {
            private struct State {
                var isGone = false
                var onGone: (@Sendable () -> Void)?
            }

            private let state = Mutex(State())

            /// Whether the client has gone.
            var isGone: Bool { state.withLock { $0.isGone } }

            /// Calls `action` when the client goes; at once if it has gone.
            func whenGone(_ action: @escaping @Sendable () -> Void) {
                let isGone = state.withLock { state in
                    state.onGone = action
                    return state.isGone
                }
                if isGone { action() }
            }

            fileprivate func end() {
                let action = state.withLock { state in
                    state.isGone = true
                    return state.onGone
                }
                action?()
            }
        }

        let presence = Presence()

        func channelInactive(context: ChannelHandlerContext) {
            presence.end()
            context.fireChannelInactive()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { presence.end() }
            context.fireUserInboundEventTriggered(event)
        }
    }

    extension Channel {
        /// The state of this connection's client.
        var presence: PresenceHandler.Presence {
            get async {
                let known = try? await pipeline.handler(type: PresenceHandler.self).map(\.presence).get()
                return known ?? PresenceHandler.Presence()
            }
        }

        /// Runs `work` as long as the client is connected.
        /// - Throws: The error of `work`; `CancellationError` if the client has gone.
        func whileConnected<Output: Sendable>(
            _ work: @escaping @Sendable () async throws -> Output
        ) async throws -> Output {
            let presence = await presence
            let task = Task { try await work() }
            presence.whenGone { task.cancel() }
            defer { presence.whenGone {} }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
#endif
