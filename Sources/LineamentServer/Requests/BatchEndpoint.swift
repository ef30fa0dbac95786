// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import NIOCore

    /// Several images in a multipart body, a line or more for each in the answer, in order; or one image, answered as if it
    /// were the whole body.
    struct BatchEndpoint: Sendable {
        let service: Service
        let settings: TaskSettings
        /// The form of the answer to one image.
        let format: AnswerFormat
        /// The header `Accept`.
        let accept: String?

        func answer(
            _ request: Request, _ context: ServiceRequestContext, boundary: String?,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            guard let boundary else {
                throw Problem(
                    status: .badRequest,
                    detail:
                        "The Content-Type of a multipart body needs a boundary, which clients add by themselves where "
                        + "they make the body: leave the header out there.")
            }
            guard await service.queue.hasRoom else { throw Problem.fullQueue }
            let upload = try await Upload(request, service: service)
            let parts = try await BlockingExecutor.shared.run { [maxParts = service.options.maxParts] in
                try MultipartBody.parts(of: upload.data, boundary: boundary, maxParts: maxParts)
            }
            guard !parts.isEmpty else {
                throw Problem(status: .badRequest, detail: "The multipart body has no parts.")
            }
            try checkFields(parts)
            if parts.count > 1, settings.isGiven("uncover") {
                throw LineamentError(.invalidArgument, "uncover counts the faces of one image. Send it alone.")
            }
            if format.lines == nil, parts.count == 1 {
                let image = ImageEndpoint(service: service, settings: settings, format: format)
                let response = try await image.respond(
                    to: parts[0].content, ImageJob(service: service, settings: settings))
                withExtendedLifetime(upload) {}
                onEnd()
                return response
            }
            let format = try lines
            let task = try await service.queue.run { try settings.prepare(service.models) }.output
            let client = await context.channel.presence
            return .lines(of: task, as: format) { writer in
                try await write(parts, task, format, client, to: &writer)
                onEnd()
                withExtendedLifetime(upload) {}
            }
        }

        /// The form of the answer to several images.
        /// - Throws: ``Problem`` with status 406 if the client wants what is made of them, such as copies, or does not say
        ///   that it wants the report alone.
        private var lines: ResultFormat {
            get throws {
                if let lines = format.lines { return lines }
                let isNamed = accept.map { $0.contains("json") || $0.contains("csv") } ?? false
                let isOfTask = settings.action.task != nil
                if isNamed || isOfTask, let lines = AnswerFormat(accept: accept, for: .images, settings.action)?.lines {
                    return lines
                }
                throw Problem(
                    status: .notAcceptable,
                    detail:
                        "Several images are answered with a line about each (Accept: application/json or text/csv). "
                        + "For \(format.mediaType), send one image in each request.")
            }
        }

        /// Refuses options among the parts, which would be taken for images, while the images were processed without them.
        private func checkFields(_ parts: [MultipartBody.Part]) throws {
            let names = Set(settings.action.parameters.map(\.name))
            let options = parts.filter { $0.fileName == nil && $0.contentType == nil }.compactMap(\.name)
            guard let option = options.first(where: names.contains) else { return }
            throw Problem(
                status: .badRequest,
                detail: "\(option) is an option, and a part of the body. Options belong in the address: "
                    + "/v1/\(settings.action.name)?\(option)=…")
        }

        /// Works on as many images at once as the server does, and writes their lines in order.
        private func write(
            _ parts: [MultipartBody.Part], _ task: any PreparedTask, _ format: ResultFormat,
            _ client: PresenceHandler.Presence, to writer: inout any ResponseBodyWriter
        ) async throws {
            var running: [Task<Data, any Error>] = []
            defer { running.forEach { $0.cancel() } }
            var next = 0
            while next < parts.count || !running.isEmpty {
                while next < parts.count, running.count < service.options.jobs {
                    let part = parts[next]
                    let number = next + 1
                    running.append(Task { try await lines(of: part, number, task, format) })
                    next += 1
                }
                let first = running[0]
                let done = try await withTaskCancellationHandler {
                    try await first.value
                } onCancel: {
                    first.cancel()
                }
                guard !client.isGone else { throw CancellationError() }
                running.removeFirst()
                try await writer.write(ByteBuffer(bytes: done))
            }
        }

        private func lines(
            of part: MultipartBody.Part, _ number: Int, _ task: any PreparedTask, _ format: ResultFormat
        ) async throws -> Data {
            let source = part.fileName ?? "part \(number)"
            do {
                let job = ImageJob(service: service, settings: settings, hasHeader: false)
                return try await job.run(part.content, source: source, as: format == .csv ? .csv : .json, .frame).answer
            } catch let error as LineamentError {
                return Data(task.failure(error, source, format).utf8)
            }
        }
    }
#endif
