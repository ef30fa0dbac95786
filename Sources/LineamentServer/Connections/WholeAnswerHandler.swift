#if Server
    internal import NIOCore
    internal import NIOHTTPTypes

    /// Lets a connection close only once its last answer has been sent. When the service stops, Hummingbird closes it at once,
    /// which would cut off what the client has not taken yet.
    final class WholeAnswerHandler: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        /// The end of the last answer, which completes once it has been sent.
        private var end: EventLoopFuture<Void>?

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
            let promise = promise ?? context.eventLoop.makePromise()
            end = promise.futureResult
            context.write(data, promise: promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .all, let end else { return context.close(mode: mode, promise: promise) }
            end.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
        }
    }
#endif
