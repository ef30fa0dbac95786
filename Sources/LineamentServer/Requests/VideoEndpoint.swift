// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import LineamentVideo
    internal import NIOCore

    /// A video in the body; in the answer the results of each frame, or the annotated copy, as they become known.
    struct VideoEndpoint: Sendable {
        let service: Service
        let settings: TaskSettings
        let format: AnswerFormat
        /// The plan that is rendered; `nil` for an analysis.
        var rendering: PlanRendering?

        /// The time, in seconds, that each megabyte may take: a connection with 800 kbit/s.
        private static let timePerMegabyte = 10.0
        private static let name = "The video"

        func answer(
            _ request: Request, _ context: ServiceRequestContext, onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let place = try Self.place(service)
            let file = try TemporaryFile()
            try await Self.receive(request, service, into: file)
            return try await answer(file, place, context, onEnd: onEnd)
        }

        /// Takes a place among the videos that are processed.
        static func place(_ service: Service) throws -> Places.Place {
            guard let place = service.videos.take() else {
                throw Problem.busy(
                    "Too many videos are being processed (--max-videos). Try again later.", rejection: .videos)
            }
            return place
        }

        /// Receives a body of the size of a video.
        static func receive(_ request: Request, _ service: Service, into file: TemporaryFile) async throws {
            let options = service.options
            try await BodyReader(
                limit: (options.maxVideo, "--max-video"), time: options.bodyTimeout, timePerMegabyte: timePerMegabyte
            ).read(request) { part in try await file.append(part) }
        }

        /// Answers a video that was received.
        func answer(
            _ file: TemporaryFile, _ place: Places.Place, _ context: ServiceRequestContext,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let client = await context.channel.presence
            let frames = try await VideoFrameSource(file.path, name: Self.name, options: readerOptions(client))
            if copiesSound { try await frames.checkSound() }
            let plan = format.isPlan ? try PlanAnswer(settings) : nil
            let task = try await service.queue.run(.frame) {
                try rendering?.prepared ?? plan?.prepare(service.models) ?? settings.prepare(service.models)
            }.output
            let run = VideoRun(
                service: service, action: settings.action, frames: frames,
                session: try task.makeSession("-", service.waitingFrames), client: client)
            let end = { @Sendable in
                onEnd()
                withExtendedLifetime(file) {}
                // Before the end of the answer, so that the client can send its next video at once.
                place.giveBack()
            }
            if let plan {
                return try await VideoPlanAnswer(plan: plan, run: run, file: file, given: settings.given, task: task)
                    .answer(as: format, onEnd: end)
            }
            guard let lines = format.lines else { return try await copy(run, context.channel, onEnd: end) }
            return .lines(of: task, as: lines) { writer in
                try await write(run, task, as: lines, to: &writer)
                end()
            }
        }

        /// Whether a codec that the copy cannot have is an error: where the audio can be left out.
        private var copiesSound: Bool { format == .video && settings.choosesSound }

        private func readerOptions(_ client: PresenceHandler.Presence) throws -> VideoReader.Options {
            let selection = rendering?.selection ?? settings.videoSelection
            var options = selection.readerOptions(service, client)
            options.squaresPixels = try settings.seesSquarePixels
            options.waitingAudio = format == .video && settings.copiesSound ? .kept : .dropped
            return options
        }

        /// Writes the lines of all frames, the last one with the error if the video is damaged or a frame takes too long.
        private func write(
            _ run: VideoRun, _ task: any PreparedTask, as format: ResultFormat, to writer: inout any ResponseBodyWriter
        ) async throws {
            do {
                try await run.forEachFrame { try await write(run, $0, as: format, to: &writer) }
                if let trouble = settings.given.trouble {
                    let error = LineamentError(.notFound, trouble)
                    try await writer.write(ByteBuffer(string: task.failure(error, "-", format)))
                }
            } catch let error as LineamentError where !run.client.isGone {
                // The frames that were read before the damage are complete.
                try? await write(run, nil, as: format, to: &writer)
                try await writer.write(ByteBuffer(string: task.failure(error, "-", format)))
            }
        }

        /// Writes the lines that are known after a frame, or at the end.
        private func write(
            _ run: VideoRun, _ frame: VideoFrame?, as format: ResultFormat, to writer: inout any ResponseBodyWriter
        ) async throws {
            let lines = try await run.process(frame) { $0.map { $0.lines(format) }.joined() }
            if !lines.isEmpty { try await writer.write(ByteBuffer(string: lines)) }
        }

        /// Answers with the annotated copy. An error before its first frame is drawn has a status; after that, the
        /// connection is broken off, so that no client takes a part of the copy for the whole.
        private func copy(
            _ run: VideoRun, _ channel: any Channel, onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let first = try await firstDrawing(run)
            let copy = try await run.frames.makeCopy(
                size: first.drawing.changes.size(of: first.drawing.frame), hasSound: settings.copiesSound,
                rateFactor: settings.rateFactor)
            var headers: HTTPFields = [.contentType: format.mediaType]
            if !settings.given.boxes.isEmpty { headers[.trailer] = HTTPField.Name.missedAreas.rawName }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody { writer in
                    do {
                        try await write(copy, beginningWith: first, run, to: &writer)
                    } catch {
                        await channel.breakOff()
                        throw error
                    }
                    onEnd()
                    try await writer.finish(settings.given.missedField)
                })
        }

        /// The beginning of a copy: a drawing, and the other answers that are known after the same frame.
        private struct Beginning: Sendable {
            let drawing: FrameDrawing
            let others: ArraySlice<any FrameAnswer>
            let isAtEnd: Bool
        }

        /// Processes frames until one is drawn.
        private func firstDrawing(_ run: VideoRun) async throws -> Beginning {
            var isAtEnd = false
            while !isAtEnd {
                let frame = try await run.frames.next().value
                isAtEnd = frame == nil
                let (drawing, others) = try await run.process(frame) { answers in
                    (try answers.first.map { try $0.drawing() }, answers.dropFirst())
                }
                if let drawing { return Beginning(drawing: drawing, others: others, isAtEnd: isAtEnd) }
            }
            throw run.frames.emptiness
        }

        private func write(
            _ copy: VideoCopy, beginningWith first: Beginning, _ run: VideoRun, to writer: inout any ResponseBodyWriter
        ) async throws {
            var next = run.frames.next()
            let start = try await run.encode { try copy.add(first.drawing) }
            try await writer.write(inSlices: start)
            try await write(first.others, to: copy, run, &writer)
            var isAtEnd = first.isAtEnd
            while !isAtEnd {
                let frame = try await next.value
                isAtEnd = frame == nil
                if !isAtEnd { next = run.frames.next() }
                let (part, others) = try await run.process(frame) { answers in
                    (try answers.first.map { try copy.add($0.drawing()) }, answers.dropFirst())
                }
                if let part { try await writer.write(inSlices: part) }
                try await write(others, to: copy, run, &writer)
            }
            let rest = try await service.queue.run(.frame) { try copy.finish() }.output
            try await writer.write(inSlices: rest)
        }

        /// Draws answers one after the other: all drawings of a second take gigabytes.
        private func write(
            _ answers: ArraySlice<any FrameAnswer>, to copy: VideoCopy, _ run: VideoRun,
            _ writer: inout any ResponseBodyWriter
        ) async throws {
            for answer in answers {
                let part = try await run.encode { try copy.add(answer.drawing()) }
                try await writer.write(inSlices: part)
            }
        }
    }
#endif
