// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Hummingbird
    internal import HummingbirdCore
    internal import Lineament
    internal import LineamentImages

    /// An image or video that comes with a document, such as a plan, in a multipart body: the document first.
    struct AttachedFile: Sendable {
        /// The kinds of documents that come with a file.
        enum Document: String {
            case plan
            case boxes

            /// Finds the document that the query of a redaction announces; `nil` for none.
            init?(in uri: URI) throws {
                if uri.queryParameters["from"] == "plan" {
                    self = .plan
                } else if let areas = uri.queryParameters["areas"] {
                    guard areas == "part" else {
                        throw LineamentError(
                            .invalidArgument,
                            "areas must be part, with the boxes before the file, not \(areas.prefix(100)).")
                    }
                    self = .boxes
                } else {
                    return nil
                }
            }

            /// The option of the query that says that there are two parts, and its value.
            var option: (name: String, value: String) { self == .plan ? ("from", "plan") : ("areas", "part") }

            /// The error of a body in another form.
            fileprivate var form: LineamentError {
                LineamentError(
                    .invalidArgument,
                    "With \(option.name)=\(option.value), the body has two parts (multipart/form-data): the \(rawValue), and then "
                        + "the image or video.")
            }
        }

        /// The text of the document.
        let text: String
        let file: MultipartBody.Part
        /// Holds the bytes of both on disk.
        private let body: TemporaryFile
        /// A place among the videos, which is given back after the answer.
        private let place: Places.Place

        /// The largest document, in bytes: read, it takes many times its size in memory.
        private static let maxDocument = 16 << 20

        /// Receives a body.
        /// - Throws: `LineamentError` with code `invalidArgument`, or a `Problem`, if it has another form or is too large.
        init(_ document: Document, _ request: Request, _ service: Service, boundary: String?) async throws {
            guard let boundary else { throw document.form }
            place = try VideoEndpoint.place(service)
            let body = try TemporaryFile()
            try await VideoEndpoint.receive(request, service, into: body)
            let (text, file) = try await BlockingExecutor.shared.run {
                // Without a copy in memory: a video may be large.
                let data = try Data(contentsOf: URL(fileURLWithPath: body.path), options: .alwaysMapped)
                let parts = try MultipartBody.parts(of: data, boundary: boundary, maxParts: 2)
                guard parts.count == 2 else { throw document.form }
                return (try Self.text(of: parts[0], document), parts[1])
            }
            self.text = text
            self.file = file
            self.body = body
        }

        private static func text(of part: MultipartBody.Part, _ document: Document) throws -> String {
            let subject = document == .plan ? "The plan is" : "The boxes are"
            guard part.content.count <= maxDocument else {
                throw Problem(
                    status: .contentTooLarge,
                    detail: "\(subject) larger than the limit of \(maxDocument) bytes.")
            }
            guard let text = String(data: part.content, encoding: .utf8) else {
                throw LineamentError(.invalidArgument, "\(subject) not UTF-8.")
            }
            return text
        }

        /// Whether the file is a video: its header `Content-Type` says so, or it is not a known image.
        var isVideo: Bool {
            let type = MediaType(file.contentType)
            return type.isVideo || (!type.name.hasPrefix("image/") && !ImageDecoder.recognizes(file.content.prefix(16)))
        }

        /// Answers with what is made of the file.
        /// - Parameters:
        ///   - rendering: The plan that is rendered; `nil` for an analysis.
        func answer(
            _ service: Service, _ settings: TaskSettings, _ format: AnswerFormat, isVideo: Bool,
            _ context: ServiceRequestContext, rendering: PlanRendering? = nil, onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            guard isVideo else {
                defer { place.giveBack() }
                var job = ImageJob(service: service, settings: settings)
                if let rendering { job.prepare = { _ in rendering.prepared } }
                let response = try await ImageEndpoint(service: service, settings: settings, format: format)
                    .respond(to: file.content, job)
                withExtendedLifetime(body) {}
                onEnd()
                return response
            }
            let video = try TemporaryFile()
            try await video.append(file.content)
            return try await VideoEndpoint(
                service: service, settings: settings, format: format, rendering: rendering
            ).answer(video, place, context, onEnd: onEnd)
        }
    }
#endif
