// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTools

    /// The boxes of another detector and their image or video in the body of a redaction.
    struct AreasEndpoint: Sendable {
        let service: Service
        let accept: String?

        func answer(
            _ request: Request, _ context: ServiceRequestContext, boundary: String?,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            guard boundary != nil else { throw AttachedFile.Document.boxes.form }
            let place = try VideoEndpoint.place(service)
            let attached = try await AttachedFile(.boxes, request, service, boundary: boundary)
            let isVideo = attached.isVideo
            let query = request.uri.queryParameters.map { (name: String($0.key), value: String($0.value)) }
                .filter { $0.name != PlanParts.areas }
            var settings = try TaskSettings(.redact, for: isVideo ? .video : .image, query: query)
            guard let format = AnswerFormat(accept: accept, for: isVideo ? .video : .image, .redact) else {
                let types = AnswerFormat.mediaTypes(for: isVideo ? .video : .image, .redact).map(\.name)
                throw Problem(
                    status: .notAcceptable, detail: "Accept must name one of \(types.joined(separator: ", ")).")
            }
            try settings.check(format)
            settings.given = GivenBoxes(
                try await BlockingExecutor.shared.run {
                    try GivenBoxFile(jsonLines: attached.text).boxes(ofOnly: attached.file.fileName, isVideo: isVideo)
                })
            return try await attached.answer(
                service, settings, format, isVideo: isVideo, place, context, onEnd: onEnd)
        }
    }
#endif
