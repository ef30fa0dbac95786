#if Server
    internal import NIOCore
    internal import NIOHTTP1

    /// Lets only those requests ask for an upgrade that will be granted.
    ///
    /// NIO's upgrade handler drops the head of a request whose upgrade is refused, so that nobody could answer it. Without
    /// the header `Upgrade` it is a request like any other.
    final class UpgradeFilter: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart

        private let accepts: (HTTPRequestHead) -> Bool

        init(accepts: @escaping (HTTPRequestHead) -> Bool) { self.accepts = accepts }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
            if !accepts(head) { head.headers.remove(name: "Upgrade") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
            // Only the first request of a connection can upgrade it.
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }
    }
#endif
