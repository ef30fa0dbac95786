// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import NIOCore

    extension Channel {
        /// Aborts this connection. The client sees that even where the end of the connection is the end of the answer, as in
        /// HTTP/1.0.
        func breakOff() async {
            let socket = self as? any SocketOptionProvider
            try? await socket?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try? await close()
        }
    }

    extension ChannelHandlerContext {
        /// Closes this connection a second after its output: closing with unread data would reset it, and could lose the answer.
        func closeAfterAnswer() {
            close(mode: .output, promise: nil)
            // Not `channel.close`, which passes through `WholeAnswerHandler` and would wait for the client.
            eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { self.close(promise: nil) }
        }
    }
#endif
