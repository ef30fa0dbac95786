// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament

    /// `POST /v1/TASK`: an image, several images, or a video in the body; results, or what is made from them, in the answer.
    struct TaskEndpoint: Sendable {
        let action: ServiceAction
        let service: Service

        func answer(_ request: Request, _ context: ServiceRequestContext) async throws -> Response {
            let start = ContinuousClock.now
            let count = { @Sendable (status: Int) in
                service.metrics.request(action, status: status, duration: ContinuousClock.now - start)
            }
            do {
                let response = try await context.channel.whileConnected {
                    try await respond(to: request, context, onEnd: { count(200) })
                }
                return response
            } catch {
                guard let problem = Problem(error) else {
                    if error is LineamentError { count(500) }
                    throw error
                }
                count(problem.status.code)
                throw problem
            }
        }

        /// Answers a request of any kind.
        /// - Parameter onEnd: Called when the answer is complete.
        private func respond(
            to request: Request, _ context: ServiceRequestContext, onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            if let coding = request.headers[.contentEncoding], coding.lowercased() != "identity" {
                throw Problem(
                    status: .unsupportedMediaType,
                    detail:
                        "Content-Encoding: \(coding.prefix(100)) is not supported. Send the bytes of the image or video as "
                        + "they are; their formats are compressed already.",
                    headers: [.acceptEncoding: "identity"])
            }
            let type = MediaType(request.headers[.contentType])
            if action.formats.isEmpty {
                return try await CaptureEndpoint(service: service).answer(request, context, type, onEnd: onEnd)
            }
            if action.takesDocuments, let document = try AttachedFile.Document(in: request.uri) {
                guard service.readiness.takesRequests else { throw Problem.isStopping }
                return try await AttachmentEndpoint(
                    service: service, accept: request.headers[.accept], document: document
                ).answer(request, context, boundary: type.boundary, onEnd: onEnd)
            }
            let medium: OptionDescription.Medium = type.isVideo ? .video : .image
            let body = type.body
            guard action.bodies.contains(body) else {
                throw Problem(
                    status: .unsupportedMediaType,
                    detail: "\(action.name) takes images; for videos, use the command line.")
            }
            let settings = try TaskSettings(action, for: medium, query: request.uri.items)
            guard type.isImage || type.isVideo || type.isMultipart else {
                throw Problem(
                    status: .unsupportedMediaType,
                    detail: "The body must be an image (image/...), several (multipart/form-data), or a video "
                        + "(video/...), not \(type.name).")
            }
            // A form with one image is answered as the image is.
            let format = try AnswerFormat.chosen(
                by: request.headers[.accept], for: type.isMultipart ? .image : body, action)
            try settings.check(format)
            guard service.readiness.takesRequests else { throw Problem.isStopping }
            if type.isVideo {
                return try await VideoEndpoint(service: service, settings: settings, format: format)
                    .answer(request, context, onEnd: onEnd)
            }
            guard type.isMultipart else {
                return try await ImageEndpoint(service: service, settings: settings, format: format)
                    .answer(request, onEnd: onEnd)
            }
            return try await BatchEndpoint(
                service: service, settings: settings, format: format, accept: request.headers[.accept]
            )
            .answer(request, context, boundary: type.boundary, onEnd: onEnd)
        }
    }
#endif
