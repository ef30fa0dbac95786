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
            let attached = try await AttachedFile(.boxes, request, service, boundary: boundary)
            let isVideo = attached.isVideo
            let query = request.uri.items.filter { $0.name != PlanParts.areas }
            var settings = try TaskSettings(.redact, for: isVideo ? .video : .image, query: query)
            let format = try AnswerFormat.chosen(by: accept, for: isVideo ? .video : .image, .redact)
            try settings.check(format)
            let start = isVideo ? settings.videoSelection.start : 0
            settings.given = GivenBoxes(
                try await BlockingExecutor.shared.run {
                    try GivenBoxFile(jsonLines: attached.text).boxes(
                        ofOnly: attached.file.fileName, isVideo: isVideo, start: start)
                })
            return try await attached.answer(
                service, settings, format, isVideo: isVideo, context, onEnd: onEnd)
        }
    }
#endif
