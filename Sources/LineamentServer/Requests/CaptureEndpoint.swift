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
        private typealias Captured = (recording: Recording, failure: LineamentError?)

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
            defer { place.giveBack() }
            let file = try TemporaryFile()
            try await VideoEndpoint.receive(request, service, into: file)
            let client = await context.channel.presence
            let memory = RecordingMemory(service, settings.format)
            let captured =
                type.isVideo
                ? try await record(file, settings, memory, client) : try await read(file, settings, memory, client)
            withExtendedLifetime(file) {}
            if let failure = captured.failure, !settings.takesPart { throw Self.incomplete(failure) }
            let answer = try await write(captured.recording, settings, memory, client)
            onEnd()
            return response(answer, captured.failure, memory)
        }

        private static func incomplete(_ failure: LineamentError) -> LineamentError {
            LineamentError(
                failure.code, "\(failure.message) With partial=true, the answer is the recording of what came before.",
                underlyingError: failure)
        }

        /// Reads JSON lines.
        private func read(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ memory: RecordingMemory,
            _ client: PresenceHandler.Presence
        ) async throws -> Captured {
            try await BlockingExecutor.shared.run { [name = Self.name] in
                let read = try Recording.read(
                    jsonLines: URL(fileURLWithPath: file.path), name: name,
                    keepsFacePoints: settings.format.needsFacePoints, gapLimit: memory.gapLimit
                ) { recorder in
                    if client.isGone { throw CancellationError() }
                    try memory.note(recorder)
                }
                return (read.recording, read.error)
            }
        }

        /// Finds the people in a video.
        private func record(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ memory: RecordingMemory,
            _ client: PresenceHandler.Presence
        ) async throws -> Captured {
            let frames = try await open(file, settings, client)
            let task = try settings.task
            let prepared = try await service.queue.run(.frame) { [models = service.models] in
                try task.prepare(models)
            }.output
            let run = VideoRun(
                service: service, action: .capture, frames: frames,
                session: prepared.makeSession(service.waitingFrames),
                client: client)
            guard let first = try await frames.next().value else { throw Self.isEmpty }
            var recorder = Recorder(
                width: first.pixels.width, height: first.pixels.height,
                keepsFacePoints: settings.format.needsFacePoints)
            var count = 0
            do {
                var next: VideoFrame? = first
                while let frame = next {
                    let following = frames.next()
                    let result = try await run.process(frame) { $0.first?.recordable }
                    result?.add(to: &recorder, at: frame.time)
                    count += 1
                    try memory.note(recorder)
                    next = try await following.value
                }
            } catch let error as LineamentError where count > 0 && !client.isGone {
                return (recorder.recording, error)
            }
            return (recorder.recording, nil)
        }

        private static let isEmpty = LineamentError(
            .dataLoss, "\(name) has no frames in the chosen range. Look at start and duration.")

        private func open(
            _ file: TemporaryFile, _ settings: CaptureSettings, _ client: PresenceHandler.Presence
        ) async throws -> VideoFrameSource {
            var options = settings.videoSelection.readerOptions(service, client)
            options.squaresPixels = true
            options.waitingAudio = .dropped
            return try await VideoFrameSource(file.path, name: Self.name, options: options)
        }

        /// Cleans and writes a recording.
        private func write(
            _ recording: Recording, _ settings: CaptureSettings, _ memory: RecordingMemory,
            _ client: PresenceHandler.Presence
        ) async throws -> CaptureAnswer {
            if let rate = settings.rate { try memory.resample(recording, rate: rate) }
            return try await BlockingExecutor.shared.run {
                let clean = recording.cleaned(settings.cleaning)
                if client.isGone { throw CancellationError() }
                let even = try settings.rate.map { try clean.resampled(rate: $0) } ?? clean
                if client.isGone { throw CancellationError() }
                return try CaptureAnswer(even, settings) { try memory.note(bytesOfFiles: $0) }
            }
        }

        private func response(
            _ answer: CaptureAnswer, _ failure: LineamentError?, _ memory: RecordingMemory
        ) -> Response {
            var headers: HTTPFields = [
                .contentType: answer.mediaType,
                .contentDisposition: "attachment; filename=\"\(answer.fileName)\"",
            ]
            if let failure { headers[.lineamentWarning] = failure.summary.asHeaderValue }
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(contentLength: answer.data.count) { writer in
                    try await writer.write(inSlices: answer.data)
                    withExtendedLifetime(memory) {}
                    try await writer.finish(nil)
                })
        }
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
