// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentCapture
    internal import LineamentVideo
    internal import NIOCore

    /// `POST /v1/capture`: a video or its results in the body; the recording as a file in the answer.
    struct CaptureEndpoint: Sendable {
        let service: Service

        private static let name = "The body"

        /// A recording, and the error that ended it early.
        private typealias Captured = (recording: CollectedMovements, failure: LineamentError?)

        func answer(
            _ request: Request, _ context: ServiceRequestContext, _ type: MediaType,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let settings = try CaptureSettings(TaskSettings(.capture, for: .video, query: request.uri.items))
            guard type.isVideo || type.isJSONLines else {
                throw Problem(
                    status: .unsupportedMediaType,
                    detail:
                        "The body must be a video (video/...) or JSON lines of its results (application/x-ndjson), not "
                        + "\(type.name).")
            }
            if type.isJSONLines { try settings.checkForLines() }
            guard service.readiness.takesRequests else { throw Problem.isStopping }
            let place = try VideoEndpoint.place(service)
            let client = await context.channel.presence
            let room = RecordingRoom(service, client)
            let captured = try await captured(request, settings, isVideo: type.isVideo, room, client)
            if let failure = captured.failure, !settings.takesPart { throw Self.incomplete(failure) }
            let answer = try await BlockingExecutor.shared.run { try captured.recording.answer(settings) }
            onEnd()
            return Self.response(answer, captured.failure, place)
        }

        /// Receives the body, which is not kept longer than it is read.
        private func captured(
            _ request: Request, _ settings: CaptureSettings, isVideo: Bool, _ room: RecordingRoom,
            _ client: PresenceHandler.Presence
        ) async throws -> Captured {
            let file = try TemporaryFile()
            defer { withExtendedLifetime(file) {} }
            try await VideoEndpoint.receive(request, service, into: file)
            return isVideo
                ? try await record(file, settings, room, client) : try await read(file, settings, room)
        }

        private static func incomplete(_ failure: LineamentError) -> LineamentError {
            LineamentError(
                failure.code, "\(failure.message) With partial=true, the answer is the recording of what came before.",
                underlyingError: failure)
        }

        /// Reads JSON lines.
        private func read(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ room: RecordingRoom
        ) async throws -> Captured {
            try await BlockingExecutor.shared.run { [name = Self.name] in
                try CollectedMovements.read(
                    file.path, name: name, keepsFacePoints: settings.format.needsFacePoints, room)
            }
        }

        /// Finds the people in a video.
        private func record(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ room: RecordingRoom,
            _ client: PresenceHandler.Presence
        ) async throws -> Captured {
            let frames = try await open(file, settings, client)
            let prepared = try await service.queue.run(.frame) { [models = service.models] in
                try settings.prepare(models)
            }.output
            let run = VideoRun(
                service: service, action: .capture, frames: frames,
                session: try prepared.makeSession("-", service.waitingFrames),
                client: client)
            var recording: CollectedMovements?
            var failure: LineamentError?
            do {
                try await run.forEachFrame { frame in
                    guard let frame else { return }
                    let begun =
                        try recording
                        ?? CollectedMovements(
                            width: frame.pixels.width, height: frame.pixels.height,
                            keepsFacePoints: settings.format.needsFacePoints, room)
                    try await run.process(frame) { try begun.add($0.first?.recordable, at: frame.time) }
                    recording = begun
                }
            } catch let error as LineamentError where recording != nil && !client.isGone && !error.isOfScratchFile {
                failure = error
            }
            guard let recording else { throw frames.emptiness }
            return (recording, failure)
        }

        private func open(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ client: PresenceHandler.Presence
        ) async throws -> VideoFrameSource {
            var options = settings.videoSelection.readerOptions(service, client)
            options.squaresPixels = true
            options.waitingAudio = .dropped
            return try await VideoFrameSource(file.path, name: Self.name, options: options)
        }

        /// Returns the answer.
        /// - Parameter place: Kept until the answer is sent, whose file is on the disk until then.
        private static func response(
            _ answer: CaptureAnswer, _ failure: LineamentError?, _ place: Places.Place
        ) -> Response {
            var headers: HTTPFields = [
                .contentType: answer.mediaType,
                .contentDisposition: "attachment; filename=\"\(answer.fileName)\"",
            ]
            if let failure { headers[.lineamentWarning] = failure.summary.asHeaderValue }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(contentLength: answer.byteCount) { writer in
                    for start in stride(from: 0, to: answer.byteCount, by: Self.part) {
                        let part = try await BlockingExecutor.shared.run {
                            try answer.bytes(start..<min(start + Self.part, answer.byteCount))
                        }
                        try await writer.write(inSlices: part)
                    }
                    place.giveBack()
                    try await writer.finish(nil)
                })
        }

        /// The bytes of an answer that are in memory at a time.
        private static let part = 1 << 20
    }

    extension HTTPField.Name {
        fileprivate static let lineamentWarning = HTTPField.Name("Lineament-Warning") ?? .server
    }

    extension String {
        /// The text with what a header cannot have replaced.
        fileprivate var asHeaderValue: String {
            String(unicodeScalars.map { (0x20..<0x7f).contains($0.value) ? Character($0) : "?" })
        }
    }
#endif
