// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTools
    internal import LineamentTasks

    /// A redaction whose body has a document before the image or video: the plan, or the boxes of another detector.
    struct AttachmentEndpoint: Sendable {
        let service: Service
        let accept: String?
        let document: AttachedFile.Document

        func answer(
            _ request: Request, _ context: ServiceRequestContext, boundary: String?,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let attached = try await AttachedFile(document, request, service, boundary: boundary)
            let query = request.uri.items.filter { $0.name != document.option.name }
            switch document {
            case .plan: return try await render(attached, query, context, onEnd: onEnd)
            case .boxes: return try await cover(attached, query, context, onEnd: onEnd)
            }
        }

        /// Covers what another detector has found, too.
        private func cover(
            _ attached: AttachedFile, _ query: [(name: String, value: String)], _ context: ServiceRequestContext,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            let isVideo = attached.isVideo
            var settings = try TaskSettings(.redact, for: isVideo ? .video : .image, query: query)
            let format = try AnswerFormat.chosen(by: accept, for: isVideo ? .video : .image, .redact)
            try settings.check(format)
            let start = isVideo ? settings.videoSelection.start : 0
            settings.given = GivenBoxes(
                try await BlockingExecutor.shared.run {
                    try GivenBoxFile(jsonLines: attached.text).boxes(
                        ofOnly: attached.file.fileName, isVideo: isVideo, start: start)
                })
            return try await attached.answer(service, settings, format, isVideo: isVideo, context, onEnd: onEnd)
        }

        /// The options that concern the rendering of a plan.
        private static let options = RedactionChoices.table.map(\.description)
            .filter { [.rendering, .file].contains($0.phase) && !$0.media.isEmpty }.map(\.name)

        /// Covers what the plan says.
        private func render(
            _ attached: AttachedFile, _ query: [(name: String, value: String)], _ context: ServiceRequestContext,
            onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            if let other = query.first(where: { !Self.options.contains($0.name) }) {
                throw LineamentError(
                    .invalidArgument,
                    "\(other.name) is for an analysis. With from=plan, the options are \(Self.options.joined(separator: ", "))."
                )
            }
            let settings = try TaskSettings(.redact, for: .video, query: query)
            let rendering = try await BlockingExecutor.shared.run {
                try PlanRendering(
                    attached.text, of: attached.file, settings, isMethodGiven: query.contains { $0.name == "how" })
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
    }
#endif
