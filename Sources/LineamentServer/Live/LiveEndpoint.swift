// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Hummingbird
    internal import HummingbirdCore
    internal import Lineament
    internal import NIOCore
    internal import NIOHTTP1
    internal import NIOWebSocket
    internal import Synchronization

    /// `GET /v1/live`: a WebSocket on which frames arrive and results return.
    struct LiveEndpoint: Sendable {
        static let path = "/v1/live"

        let service: Service
        let gate: Gatekeeper

        /// The largest message, in bytes.
        var maxMessage: Int { min(service.options.maxBody + LiveFrameHead.size, Int(UInt32.max)) }

        /// The number of fragments that a message may have.
        private static let maxFragments = 1024

        /// The place of a connection that is about to become a session; empty until then.
        final class Admission: Sendable {
            fileprivate let place = Mutex<Places.Place?>(nil)

            /// Gives the place back.
            func end() { place.withLock { $0?.giveBack() } }
        }

        /// Returns whether a request may become a session, for which a place is taken then. If not, ``answer(_:)`` says
        /// why.
        func admits(_ head: HTTPRequestHead, _ admission: Admission) -> Bool {
            let headers = head.headers
            guard head.method == .GET, URI(head.uri).path == Self.path,
                headers[canonicalForm: "upgrade"].map({ $0.lowercased() }) == ["websocket"],
                headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }),
                headers[canonicalForm: "Sec-WebSocket-Version"] == ["13"],
                headers[canonicalForm: "Sec-WebSocket-Key"].count == 1,
                !headers.contains(name: "Transfer-Encoding"), headers["Content-Length"].allSatisfy({ $0 == "0" })
            else { return false }
            guard (try? check(head)) != nil, let place = service.sessions.take() else { return false }
            admission.place.withLock { $0 = place }
            return true
        }

        /// Answers a request that could not become a session.
        func answer(_ request: Request) throws -> Response {
            _ = try settings(of: request.uri)
            throw Problem(
                status: .upgradeRequired, detail: "\(Self.path) is a WebSocket (RFC 6455, version 13).",
                headers: [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketVersion: "13"])
        }

        private func check(_ head: HTTPRequestHead) throws -> LiveState {
            try gate.check(
                hosts: head.headers["Host"], origin: head.headers.first(name: "Origin"),
                authorization: head.headers.first(name: "Authorization"),
                cookies: head.headers["Cookie"])
            return try settings(of: URI(head.uri))
        }

        private func settings(of uri: URI, isAdmitted: Bool = false) throws -> LiveState {
            var query = uri.items
            guard let place = query.firstIndex(where: { $0.name == "task" }) else {
                let names = TaskKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(status: .badRequest, detail: "The query must name a task (one of \(names)).")
            }
            let name = query.remove(at: place).value
            do {
                let sending = try LiveSending.taken(from: &query, service.sendPermission)
                let settings = try TaskSettings(.task(TaskKind(named: name)), for: .live, query: query)
                if let sending { try settings.check(sending) }
                guard isAdmitted || service.readiness.isReady else { throw Problem.isStopping }
                guard isAdmitted || service.sessions.hasRoom else {
                    throw Problem.busy(
                        "Too many sessions are open (--max-sessions). Try again later.", rejection: .sessions)
                }
                return LiveState(settings: settings, sending: sending)
            } catch let error as LineamentError {
                guard let problem = Problem(error) else { throw error }
                throw problem
            }
        }

        /// Turns the connection of an accepted request into a session.
        func setUp(
            _ channel: any Channel, head: HTTPRequestHead, _ admission: Admission
        ) throws -> LiveConnection {
            let state = try settings(of: URI(head.uri), isAdmitted: true)
            let queue = LiveQueue<LiveMessage>()
            let ending = LiveConnection.Ending()
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(WebSocketFrameCheck())
            try pipeline.addHandler(
                NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: Self.maxFragments,
                    maxAccumulatedFrameSize: maxMessage))
            try pipeline.addHandler(
                WebSocketKeeper(idleTime: .nanoseconds(Int64(service.options.liveIdle * 1e9))) {
                    ending.set(.stopping)
                    queue.finish()
                })
            let frames = try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(wrappingChannelSynchronously: channel)
            return LiveConnection(
                channel: frames, queue: queue, state: state, ending: ending, admission: admission)
        }

        /// Runs a session until its connection ends.
        func run(_ connection: LiveConnection) async {
            defer { connection.admission.end() }
            try? await connection.channel.executeThenClose { inbound, outbound in
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { [permission = service.sendPermission] in
                        await LiveReceiver(connection: connection, memory: service.memory, permission: permission)
                            .run(inbound)
                    }
                    await LiveSession(connection: connection, service: service).run(outbound)
                    group.addTask { try? await Task.sleep(for: .seconds(1)) }
                    // Either the client has closed its side, or it takes too long for that.
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    /// The connection of a session.
    struct LiveConnection: Sendable {
        /// Why the session ends; the first reason counts.
        final class Ending: Sendable {
            private let closing = Mutex<WebSocketClosing?>(nil)

            func set(_ reason: WebSocketClosing) { closing.withLock { $0 = $0 ?? reason } }
            var reason: WebSocketClosing? { closing.withLock { $0 } }
        }

        let channel: NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
        let queue: LiveQueue<LiveMessage>
        /// The task, options and receivers of the request.
        let state: LiveState
        let ending: Ending
        let admission: LiveEndpoint.Admission
    }

    /// A frame that has arrived.
    struct LiveMessage: Sendable {
        let bytes: ByteBuffer
        /// The memory that it takes; `nil` if there was none left, and `bytes` are empty then.
        let share: UploadBudget.Share?
        let arrival: ContinuousClock.Instant
    }
#endif
