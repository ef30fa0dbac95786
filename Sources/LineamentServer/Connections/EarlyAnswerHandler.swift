// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import NIOCore
    internal import NIOHTTPTypes

    /// Closes a connection whose request was answered before its body had arrived, instead of reading on without limit, and
    /// tells a client that waits for it (`Expect: 100-continue`) to send a body that is read.
    final class EarlyAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        /// The number of requests that have arrived completely and are not answered yet.
        private var complete = 0
        /// The number of requests whose head has arrived and which are not answered yet.
        private var begun = 0
        private var isClosing = false
        /// Whether the client of the request that is being answered waits until it may send the body.
        private var isExpecting = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if isClosing { return }
            switch unwrapInboundIn(data) {
            case .head(let head):
                // Never within the answer to an earlier request.
                isExpecting = begun == 0 && head.headerFields[.expect]?.lowercased() == "100-continue"
                begun += 1
            case .end: complete += 1
            default: break
            }
            context.fireChannelRead(data)
        }

        func triggerUserOutboundEvent(
            context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
        ) {
            guard event is ContinuingBody.IsRead else {
                return context.triggerUserOutboundEvent(event, promise: promise)
            }
            promise?.succeed()
            guard isExpecting, complete == 0 else { return }
            isExpecting = false
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            case .head(var head) where complete == 0:
                isExpecting = false
                head.headerFields[.connection] = "close"
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .end where complete == 0:
                isClosing = true
                context.writeAndFlush(data, promise: promise)
                context.closeAfterAnswer()
            case .end:
                complete -= 1
                begun -= 1
                context.write(data, promise: promise)
            default:
                context.write(data, promise: promise)
            }
        }
    }
#endif
