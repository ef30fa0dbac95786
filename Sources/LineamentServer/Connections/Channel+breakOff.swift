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
#endif
