// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Lineament
    internal import NIOCore
    internal import NIOWebSocket

    /// Puts what a client sends into the queue of its session.
    struct LiveReceiver: Sendable {
        let connection: LiveConnection
        let memory: UploadBudget
        let permission: SendPermission

        /// The size of a text message, in bytes.
        private static let maxText = 64 << 10

        /// Receives messages until the client or the server closes the connection.
        func run(_ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>) async {
            var state = connection.state
            do {
                for try await frame in inbound {
                    switch frame.opcode {
                    case .binary:
                        guard connection.queue.put(message(frame.unmaskedData)) else {
                            throw WebSocketClosing.tooManyFrames
                        }
                    case .text:
                        try receive(frame.unmaskedData, &state)
                    default:
                        // Only the closing frame is passed on, and it is answered with its own code.
                        connection.ending.set(Self.echo(of: frame))
                        connection.queue.cancel()
                        return
                    }
                }
            } catch let closing as WebSocketClosing {
                connection.ending.set(closing)
                connection.queue.finish()
                return
            } catch {}
            connection.queue.cancel()
        }

        private func message(_ bytes: ByteBuffer) -> LiveMessage {
            let share = memory.share()
            let hasRoom = share.grow(by: bytes.readableBytes)
            return LiveMessage(
                bytes: hasRoom ? bytes : ByteBuffer(), share: hasRoom ? share : nil, arrival: ContinuousClock.now)
        }

        private func receive(_ bytes: ByteBuffer, _ state: inout LiveState) throws {
            guard bytes.readableBytes <= Self.maxText else { throw WebSocketClosing.tooLarge }
            guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
                throw WebSocketClosing.notText
            }
            let isAccepted: Bool
            do {
                let control = try LiveControl(text, in: state, permission)
                state.note(control)
                isAccepted = connection.queue.put(control)
            } catch is LiveControl.NoJSON {
                throw WebSocketClosing.notText
            } catch let error as LineamentError {
                isAccepted = connection.queue.put(problem: error.summary)
            }
            guard isAccepted else { throw WebSocketClosing.tooManyTexts }
        }

        private static func echo(of frame: WebSocketFrame) -> WebSocketClosing {
            var data = frame.unmaskedData
            if data.readableBytes == 1 { return .protocolError }
            let code = data.readWebSocketErrorCode() ?? .normalClosure
            // RFC 6455, 7.4: these numbers may not be sent.
            let isReserved = [1004, 1005, 1006, 1015].contains(UInt16(webSocketErrorCode: code))
            guard (1000..<5000).contains(UInt16(webSocketErrorCode: code)), !isReserved else { return .protocolError }
            return WebSocketClosing(code: code, reason: "")
        }
    }
#endif
