// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTools
    internal import LineamentTasks

    /// The plan of a redaction and its image or video in the body; the copy in the answer.
    struct PlanEndpoint: Sendable {
        let service: Service
        let accept: String?

        func answer(
            _ request: Request, _ context: ServiceRequestContext, boundary: String?,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let attached = try await AttachedFile(.plan, request, service, boundary: boundary)
            let settings = try settings(of: request)
            let isMethodGiven = request.uri.queryParameters["how"] != nil
            let rendering = try await BlockingExecutor.shared.run {
                try PlanRendering(attached.text, of: attached.file, settings, isMethodGiven: isMethodGiven)
            }
            let isVideo = rendering.input.isVideo
            guard let format = AnswerFormat(accept: accept, for: isVideo ? .video : .image, .redact), !format.isPlan
            else {
                throw Problem(status: .notAcceptable, detail: "Accept must name the form of the copy.")
            }
            try settings.check(format)
            return try await attached.answer(
                service, settings, format, isVideo: isVideo, context, rendering: rendering, onEnd: onEnd)
        }

        /// The options that concern the rendering.
        private static let options = ["how", "cover", "review", "sound", "crf"]

        private func settings(of request: Request) throws -> TaskSettings {
            let query = request.uri.items.filter { $0.name != PlanParts.option }
            if let other = query.first(where: { !Self.options.contains($0.name) }) {
                throw LineamentError(
                    .invalidArgument,
                    "\(other.name) is for an analysis. With from=plan, the options are \(Self.options.joined(separator: ", "))."
                )
            }
            return try TaskSettings(.redact, for: .video, query: query)
        }
    }
#endif
