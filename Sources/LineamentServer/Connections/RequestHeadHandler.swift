// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import NIOCore
    internal import NIOHTTP1

    /// A handler that decides, from the head of each request, whether its connection is upgraded, kept alive or closed.
    ///
    /// It removes `Upgrade` from requests whose upgrade will be refused: NIO's upgrade handler would drop their head, and
    /// they could not be answered. NIO's parser reads nothing after a request with `Upgrade` or `CONNECT`, so such a
    /// connection is closed after the response, like those of HTTP/1.0. So is every connection while the service drains: its
    /// next request must not come when the listener has closed.
    final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        /// A request that is not answered yet.
        private struct OpenRequest {
            let version: HTTPVersion
            let isLast: Bool
        }

        private let readiness: Readiness
        private let acceptsUpgrade: (HTTPRequestHead) -> Bool
        /// The requests without a complete answer, in their order.
        private var open: [OpenRequest] = []
        private var isFirst = true
        /// Whether the last request has arrived, so that the rest is not read.
        private var isEnding = false

        init(_ readiness: Readiness, acceptsUpgrade: @escaping (HTTPRequestHead) -> Bool) {
            self.readiness = readiness
            self.acceptsUpgrade = acceptsUpgrade
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data) else {
                if !open.isEmpty { context.fireChannelRead(data) }
                return
            }
            if isEnding { return }
            // The host of a whole address, as proxies send it, counts instead of the header (RFC 9112, 3.2.2).
            if let host = HostCheck.authority(of: head.uri), head.headers["Host"].count <= 1 {
                head.headers.replaceOrAdd(name: "Host", value: host)
            }
            // Only the first request of a connection can upgrade it, and then this handler has done its work.
            let isUpgrade = isFirst && acceptsUpgrade(head)
            isFirst = false
            if isUpgrade {
                context.fireChannelRead(wrapInboundOut(.head(head)))
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
                return
            }
            isEnding =
                head.version == .http1_0 || !head.isKeepAlive || head.headers.contains(name: "Upgrade")
                || head.method == .CONNECT || !readiness.isReady
            open.append(OpenRequest(version: head.version, isLast: isEnding))
            head.headers.remove(name: "Upgrade")
            if isEnding { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard let request = open.first else { return context.write(data, promise: promise) }
            switch unwrapOutboundIn(data) {
            case .head(var head) where head.status.code >= 200:
                // Without a length, an answer to HTTP/1.0 ends with its connection; it knows no chunks.
                if request.version == .http1_0 { head.version = .http1_0 }
                let words = head.headers[canonicalForm: "Connection"].map { $0.lowercased() }
                if request.isLast, !words.contains("close") { head.headers.add(name: "Connection", value: "close") }
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .end:
                open.removeFirst()
                context.write(data, promise: promise)
            case .head, .body: context.write(data, promise: promise)
            }
        }

        /// Answers input that is not HTTP with one response, which names the problem, and closes the connection.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            guard let error = error as? HTTPParserError, open.isEmpty, !isEnding else {
                return context.fireErrorCaught(error)
            }
            isEnding = true
            let problem = error.problem
            let body = problem.body
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status.code),
                headers: [
                    "Connection": "close", "Content-Length": "\(body.readableBytes)", "Content-Type": Problem.mediaType,
                ])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            context.closeAfterAnswer()
        }
    }

    extension HTTPParserError {
        /// The problem with the input, for its sender.
        fileprivate var problem: Problem {
            switch self {
            case .headerOverflow:
                Problem(
                    status: .requestHeaderFieldsTooLarge,
                    detail:
                        "The address of a request or its headers have more than \(ServiceChannel.maxHeadSize) bytes. Images and "
                        + "videos belong in the body, and so do long lists of areas.")
            case .invalidVersion:
                Problem(status: .httpVersionNotSupported, detail: "The server takes HTTP/1.1 and HTTP/1.0.")
            case .invalidMethod, .invalidConstant:
                Problem(
                    status: .badRequest,
                    detail:
                        "The request does not begin with a method of HTTP, such as GET or POST. A client that expects HTTPS or "
                        + "HTTP/2 must be set to http and HTTP/1.1.")
            case .invalidURL, .invalidCharactersUsed:
                Problem(
                    status: .badRequest,
                    detail: "The address of the request has characters that must be written as % and their code.")
            case .invalidHeaderToken, .lfExpected:
                Problem(status: .badRequest, detail: "A header of the request is malformed.")
            case .invalidContentLength, .unexpectedContentLength:
                Problem(
                    status: .badRequest,
                    detail: "Content-Length must be one whole number, and is left out beside Transfer-Encoding.")
            case .invalidChunkSize:
                Problem(status: .badRequest, detail: "The body is malformed: a chunk does not begin with its size.")
            default: Problem(status: .badRequest, detail: "The request is not HTTP/1.1.")
            }
        }
    }
#endif
