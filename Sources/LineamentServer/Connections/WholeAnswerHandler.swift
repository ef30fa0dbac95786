// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import NIOCore
    internal import NIOHTTPTypes

    /// Delays closing a connection until its last answer has been sent. When the service stops, Hummingbird closes a
    /// connection as soon as the end of an answer has been written, which would drop what is still buffered for a slow client.
    final class WholeAnswerHandler: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        private let limit: TimeAmount
        /// Completes once the end of the last answer has been sent; `nil` before the first answer ends.
        private var end: EventLoopFuture<Void>?

        /// Creates a handler.
        /// - Parameter limit: The longest delay.
        init(limit: TimeAmount) { self.limit = limit }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
            let promise = promise ?? context.eventLoop.makePromise()
            end = promise.futureResult
            context.write(data, promise: promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .all, let end else { return context.close(mode: mode, promise: promise) }
            let timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
            end.assumeIsolated().whenComplete { _ in
                timer.cancel()
                context.close(mode: mode, promise: promise)
            }
        }
    }
#endif
