// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Lineament
    internal import LineamentCapture
    internal import LineamentImages
    internal import LineamentTasks
    internal import Logging
    internal import NIOCore
    internal import NIOWebSocket

    /// Works on the frames of one connection, in order, and sends the answers.
    struct LiveSession: Sendable {
        let connection: LiveConnection
        let service: Service

        private typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

        /// Works until the queue ends, then says why.
        func run(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async {
            do {
                try await work(outbound)
            } catch is CancellationError {
                connection.ending.set(.stopping)
            } catch let error as ChannelError where error == .ioOnClosedChannel {
                // The client has gone.
            } catch is NIOAsyncWriterError {
                // The connection has been closed while a message waited to be sent.
            } catch {
                Logger(label: "lineament.server").error("A live session failed: \(error)")
                connection.ending.set(.failed)
            }
            connection.queue.cancel()
            // Before the client sees the end, so that it can open its next session at once.
            connection.admission.end()
            if let reason = connection.ending.reason { try? await outbound.write(reason.frame) }
            outbound.finish()
        }

        private func work(_ outbound: Outbound) async throws {
            var settings = connection.state.settings
            var session: (any PreparedSession)?
            var sender = try await sender(of: connection.state.sending, outbound)
            while let item = await connection.queue.next() {
                switch item {
                case .frame(let message, let index, let replaced):
                    do {
                        let prepared = if let session { session } else { try await prepare(settings) }
                        session = prepared
                        try await answer(message, index, replaced, settings, prepared, sender, outbound)
                    } catch let error as LineamentError {
                        connection.queue.endWork()
                        service.metrics.frames(settings.action, .failed)
                        try await send(LiveAnswer.failure(error, frame: index, replaced: replaced), outbound)
                    }
                case .control(.options(let changed, let answer)):
                    settings = changed
                    session = nil
                    try await send(answer, outbound)
                case .control(.reset):
                    session = nil
                    try await send(#"{"reset":true}"#, outbound)
                case .control(.send(let sending)):
                    sender = try await self.sender(of: sending, outbound, answers: true)
                case .control(.calibrate):
                    sender?.calibrate()
                    let isSending = sender != nil
                    try await send(
                        isSending ? #"{"calibrate":true}"# : LiveAnswer.problem("Nothing is sent."), outbound)
                case .problem(let message):
                    try await send(LiveAnswer.problem(message), outbound)
                }
            }
        }

        private func prepare(_ settings: TaskSettings) async throws -> any PreparedSession {
            try await service.queue.run(.frame) { [models = service.models, waitingFrames = service.waitingFrames] in
                try settings.prepare(models).makeSession("live", waitingFrames)
            }.output
        }

        /// Returns the sender of movements to other programs; `nil` for none, or after an error, which is answered.
        /// - Parameter answers: Whether the client is told that they are sent.
        private func sender(
            of sending: LiveSending?, _ outbound: Outbound, answers: Bool = false
        ) async throws -> LiveMovements? {
            guard let sending else { return nil }
            do {
                // Names are looked up, which may take long.
                let sender = try await Self.lookups.run {
                    sending.addresses.isEmpty ? nil : try LiveMovements(sending)
                }
                if answers { try await send(sending.answer, outbound) }
                return sender
            } catch let error as LineamentError {
                try await send(LiveAnswer.problem(error.summary), outbound)
                return nil
            }
        }

        private static let lookups = BlockingExecutor(threadLimit: 2)

        private func answer(
            _ message: LiveMessage, _ index: Int, _ replaced: Range<Int>, _ settings: TaskSettings,
            _ session: any PreparedSession, _ sender: LiveMovements?, _ outbound: Outbound
        ) async throws {
            let action = settings.action
            service.metrics.frames(action, .replaced, count: replaced.count)
            let start = ContinuousClock.now
            let answer = try await process(message, index, session, sender)
            connection.queue.endWork()
            let wait = ContinuousClock.now - message.arrival - answer.decode - answer.run
            let times = LiveAnswer.Times(
                wait: wait / .milliseconds(1), decode: answer.decode / .milliseconds(1),
                run: answer.run / .milliseconds(1))
            service.metrics.frames(action, .answered)
            service.metrics.stages(
                action, [("queue", start - message.arrival), ("decode", answer.decode), ("run", answer.run)])
            let masks = settings.needsMasks ? answer.masks : nil
            try await send(
                LiveAnswer.frame(
                    line: answer.line, times: times, replaced: replaced, maskCount: masks?.count, sent: answer.sent),
                outbound)
            for (person, mask) in (masks ?? []).enumerated() {
                let bytes = ByteBuffer(bytes: LiveAnswer.mask(mask, index: person, frame: index))
                try await outbound.write(WebSocketFrame(fin: true, opcode: .binary, data: bytes))
            }
        }

        /// What is known of a frame, and how long its steps took.
        private struct Processed: Sendable {
            let line: String
            let masks: [Mask]
            let sent: SentFrame?
            let decode: Duration
            let run: Duration
        }

        private func process(
            _ message: LiveMessage, _ index: Int, _ session: any PreparedSession, _ sender: LiveMovements?
        ) async throws -> Processed {
            guard message.share != nil else {
                throw LineamentError(
                    .resourceExhausted, "There is no room for another frame (--max-memory). Send it again later.")
            }
            return try await service.queue.run(.frame) { [service] in
                try Deadline.within(service.options.timeout) {
                    try service.withDecoder { decoder in
                        let start = ContinuousClock.now
                        let head = try LiveFrameHead(message.bytes.readableBytesView)
                        let pixels = try head.image(in: message.bytes.readableBytesView, decoder: decoder)
                        let decoded = ContinuousClock.now
                        let frame = Frame(
                            try MPImage(pixelBuffer: pixels), milliseconds: head.timestamp,
                            seconds: Double(head.timestamp) / 1000, index: index)
                        // Tasks answer each frame at once.
                        let answer = try session.add(frame, shownAs: nil).first
                        let sent = answer?.recordable.flatMap { result in
                            sender?.send(result, width: pixels.width, height: pixels.height, time: frame.seconds)
                        }
                        return Processed(
                            line: answer?.lines(.json) ?? "", masks: answer?.masks ?? [], sent: sent,
                            decode: decoded - start, run: ContinuousClock.now - decoded)
                    }
                }
            }.output
        }

        private func send(_ text: String, _ outbound: Outbound) async throws {
            try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)))
        }
    }
#endif
