// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import NIOCore

    /// Closes a connection whose client does not read its answer, which would otherwise hold a place forever.
    final class SlowReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = Any

        private let limit: TimeAmount
        private var timer: Scheduled<Void>?

        /// Creates a handler.
        /// - Parameter limit: The time in which a client must read what fills the buffer.
        init(limit: TimeAmount) { self.limit = limit }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
            if !context.channel.isWritable {
                // Not `channel.close`, which passes through `WholeAnswerHandler` and would wait for the answer.
                timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
            }
            context.fireChannelWritabilityChanged()
        }

        func handlerRemoved(context _: ChannelHandlerContext) { timer?.cancel() }
    }
#endif
