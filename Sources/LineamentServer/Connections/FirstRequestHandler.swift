// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import NIOCore

    /// Closes a connection that has not sent the head of a request in time, or when the server stops.
    final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private let limit: TimeAmount
        private var timer: Scheduled<Void>?

        init(limit: TimeAmount) { self.limit = limit }

        /// Removes the handler: the first request has arrived.
        static func remove(from channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            pipeline.removeHandler(try pipeline.handler(type: FirstRequestHandler.self), promise: nil)
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let channel = context.channel
            timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        }

        func handlerRemoved(context _: ChannelHandlerContext) { timer?.cancel() }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }
    }
#endif
