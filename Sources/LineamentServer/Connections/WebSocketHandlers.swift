// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import NIOCore
    internal import NIOWebSocket

    /// Why a WebSocket is closed.
    struct WebSocketClosing: Error, Sendable {
        let code: WebSocketErrorCode
        let reason: String

        static let protocolError = Self(code: .protocolError, reason: "The frame breaks the WebSocket protocol.")
        static let noMask = Self(code: .protocolError, reason: "Clients must mask their frames.")
        static let tooLarge = Self(code: .messageTooLarge, reason: "The message is too large.")
        static let notText = Self(code: .dataInconsistentWithMessage, reason: "Text messages must be JSON in UTF-8.")
        static let silence = Self(code: .policyViolation, reason: "No message came for too long (--live-idle).")
        static let noPong = Self(code: .policyViolation, reason: "No answer to pings.")
        static let tooManyTexts = Self(code: .policyViolation, reason: "Too many text messages are waiting.")
        static let tooManyFrames = Self(code: .policyViolation, reason: "Too many frames came while one was processed.")
        static let failed = Self(code: .unexpectedServerError, reason: "The server failed.")
        static let stopping = Self(code: .init(codeNumber: 1012), reason: "The server is stopping.")

        /// Returns the frame that says so.
        var frame: WebSocketFrame {
            var data = ByteBuffer()
            data.write(webSocketErrorCode: code)
            data.writeString(reason)
            return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        }
    }

    /// Refuses frames that a client may not send. Stands before fragments are put together.
    final class WebSocketFrameCheck: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = WebSocketFrame

        private static let opcodes: Set<WebSocketOpcode> = [
            .continuation, .text, .binary, .connectionClose, .ping, .pong,
        ]

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let frame = unwrapInboundIn(data)
            let isControl = frame.opcode.isControlOpcode
            if frame.maskKey == nil {
                context.fireErrorCaught(WebSocketClosing.noMask)
            } else if frame.rsv1 || frame.rsv2 || frame.rsv3 || !Self.opcodes.contains(frame.opcode)
                || isControl && (!frame.fin || frame.length > 125)
            {
                context.fireErrorCaught(WebSocketClosing.protocolError)
            } else {
                context.fireChannelRead(data)
            }
        }
    }

    /// Closes a WebSocket that breaks the protocol or falls silent, and pings it meanwhile.
    final class WebSocketKeeper: ChannelInboundHandler {
        typealias InboundIn = WebSocketFrame
        typealias InboundOut = WebSocketFrame
        typealias OutboundOut = WebSocketFrame

        private static let pingInterval = TimeAmount.seconds(20)

        private let idleTime: TimeAmount
        private let onStop: @Sendable () -> Void
        private var lastMessage = NIODeadline.now()
        private var awaitsPong = false
        private var isClosing = false
        private var pings: RepeatedTask?
        private var silence: Scheduled<Void>?

        /// Creates a handler.
        /// - Parameters:
        ///   - idleTime: The time without messages after which the connection is closed.
        ///   - onStop: Called when the server stops.
        init(idleTime: TimeAmount, onStop: @escaping @Sendable () -> Void) {
            self.idleTime = idleTime
            self.onStop = onStop
        }

        func handlerAdded(context: ChannelHandlerContext) {
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            pings = context.eventLoop.scheduleRepeatedTask(
                initialDelay: Self.pingInterval, delay: Self.pingInterval
            ) { _ in bound.value.0.ping(bound.value.1) }
            checkSilence(bound)
        }

        func handlerRemoved(context _: ChannelHandlerContext) {
            pings?.cancel()
            silence?.cancel()
        }

        private func ping(_ context: ChannelHandlerContext) {
            if awaitsPong { return close(context, .noPong) }
            awaitsPong = true
            let frame = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
            context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
        }

        /// Closes the connection if it has been silent for too long; otherwise looks again when it will have been.
        private func checkSilence(_ bound: NIOLoopBound<(WebSocketKeeper, ChannelHandlerContext)>) {
            let end = lastMessage + idleTime
            if NIODeadline.now() >= end { return close(bound.value.1, .silence) }
            silence = bound.value.1.eventLoop.scheduleTask(deadline: end) { bound.value.0.checkSilence(bound) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if isClosing { return }
            let frame = unwrapInboundIn(data)
            switch frame.opcode {
            case .text, .binary:
                awaitsPong = false
                lastMessage = .now()
                context.fireChannelRead(data)
            case .pong:
                awaitsPong = false
            case .ping:
                // Only the newest ping needs an answer, and those of a client that does not read would pile up.
                guard context.channel.isWritable else { return }
                let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
                context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
            case .connectionClose:
                context.fireChannelRead(data)
            default:
                break
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            switch error {
            case let closing as WebSocketClosing: close(context, closing)
            case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
                close(context, .tooLarge)
            case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: close(context, .protocolError)
            default: context.close(promise: nil)
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { return onStop() }
            context.fireUserInboundEventTriggered(event)
        }

        /// Says why, then closes. The client gets a second to read it.
        private func close(_ context: ChannelHandlerContext, _ closing: WebSocketClosing) {
            guard !isClosing else { return }
            isClosing = true
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(closing.frame)).whenComplete { _ in
                channel.close(mode: .output, promise: nil)
            }
            context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        }
    }
#endif
