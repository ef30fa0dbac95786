// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import HummingbirdCore
    internal import Logging
    internal import NIOCore
    internal import NIOHTTP1
    internal import NIOHTTPTypes
    internal import NIOHTTPTypesHTTP1
    internal import NIOWebSocket

    /// Sets up each connection: HTTP/1.1, of which the first request may turn the connection into a live session.
    struct ServiceChannel: HTTPChannelHandler {
        /// A connection whose first request decides its protocol.
        struct Value: ServerChildChannelValue {
            let channel: any Channel
            let negotiation: EventLoopFuture<Negotiated>
        }

        /// The protocol of a connection.
        enum Negotiated: Sendable {
            case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
            case live(LiveConnection)
        }

        let responder: Responder
        let live: LiveEndpoint
        let readiness: Readiness
        let isSecure: Bool

        /// The time, in seconds, in which the head of the first request must arrive.
        private static let firstRequestTime: Int64 = 30
        /// The time, in seconds, after which a connection without requests is closed.
        private static let idleTime: Int64 = 60
        /// The time, in seconds, in which a client must take what is to be sent.
        private static let readingTime = Int64(60)
        /// The largest size of the address of a request, of one of its headers, and of all of these together, in bytes.
        static let maxHeadSize = 32 << 10

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(FirstRequestHandler(limit: .seconds(Self.firstRequestTime)))
                let admission = LiveEndpoint.Admission()
                let upgrader = NIOTypedWebSocketServerUpgrader<Negotiated>(
                    maxFrameSize: live.maxMessage, enableAutomaticErrorHandling: false,
                    shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
                    upgradePipelineHandler: { channel, head in
                        channel.eventLoop.makeCompletedFuture {
                            try FirstRequestHandler.remove(from: channel)
                            return .live(try live.setUp(channel, head: head, admission))
                        }
                    })
                var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
                    upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                        upgraders: [upgrader],
                        notUpgradingCompletionHandler: { channel in
                            channel.eventLoop.makeCompletedFuture {
                                try FirstRequestHandler.remove(from: channel)
                                return .http(try setUpHTTP(channel, logger: logger))
                            }
                        }))
                configuration.enablePipelining = false
                // It would answer input that is not HTTP but leave the connection open.
                configuration.enableErrorHandling = false
                configuration.enableResponseHeaderValidation = false
                configuration.decoderConfiguration.maxHeaderFieldSize = Self.maxHeadSize
                configuration.decoderConfiguration.maxHeaderListSize = Self.maxHeadSize
                let negotiation = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
                let handler = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Negotiated>.self)
                let heads = RequestHeadHandler(readiness) { live.admits($0, admission) }
                try pipeline.addHandler(heads, position: .before(handler))
                return Value(channel: channel, negotiation: negotiation)
            }
        }

        private func setUpHTTP(
            _ channel: any Channel, logger: Logger
        ) throws -> NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart> {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandlers([
                HTTP1ToHTTPServerCodec(secure: isSecure), EarlyAnswerHandler(), PresenceHandler(),
                SlowReaderHandler(limit: .seconds(Self.readingTime)),
                WholeAnswerHandler(limit: .seconds(Self.readingTime)),
                HTTPConnectionStateHandler(idleTimeout: .seconds(Self.idleTime), logger: logger),
            ])
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }

        func handle(value: Value, logger: Logger) async {
            switch try? await value.negotiation.get() {
            case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
            case .live(let connection): await live.run(connection)
            case nil: value.channel.close(promise: nil)
            }
        }
    }
#endif
