// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import NIOCore

    /// The body of a request with `Expect: 100-continue`, whose client is told to send it once it is read: a request
    /// that is refused by its head is answered without.
    struct ContinuingBody: AsyncSequence, Sendable {
        /// The event by which ``EarlyAnswerHandler`` learns that the body is read.
        struct IsRead: Sendable {}

        let body: RequestBody
        let channel: any Channel

        func makeAsyncIterator() -> RequestBody.AsyncIterator {
            channel.triggerUserOutboundEvent(IsRead(), promise: nil)
            return body.makeAsyncIterator()
        }
    }

    extension Request {
        /// The request with a body that tells its client when it is read, if the client waits for that.
        func continuing(on channel: any Channel) -> Request {
            guard headers[.expect]?.lowercased() == "100-continue" else { return self }
            var request = self
            request.body = RequestBody(asyncSequence: ContinuingBody(body: body, channel: channel))
            return request
        }
    }
#endif
