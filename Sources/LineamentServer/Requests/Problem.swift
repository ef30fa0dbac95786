// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import NIOCore

    /// An error response in the format of RFC 9457, `application/problem+json`.
    struct Problem: HTTPResponseError {
        let status: HTTPResponse.Status
        let detail: String
        var headers: HTTPFields = [:]
        /// Why the request was turned away, if it was.
        var rejection: ServiceMetrics.Rejection?

        static let mediaType = "application/problem+json"

        func response(from request: Request, context _: some RequestContext) throws -> Response {
            if status == .unauthorized, LoginPage.isFor(request) { return LoginPage.response(to: request) }
            return Response(body, Self.mediaType, status: status, headers: headers)
        }

        /// The body of the response.
        var body: ByteBuffer {
            let body: JSONValue = [
                "type": "about:blank", "title": .text(status.reasonPhrase), "status": .whole(status.code),
                "detail": .text(detail),
            ]
            // Text and numbers can always be encoded.
            return ByteBuffer(bytes: (try? body.encoded()) ?? Data())
        }

        /// The server cannot take the request now, but may in a second.
        static func busy(_ detail: String, rejection: ServiceMetrics.Rejection) -> Problem {
            Problem(status: .serviceUnavailable, detail: detail, headers: [.retryAfter: "1"], rejection: rejection)
        }

        static let isStopping = busy("The server is stopping.", rejection: .stopping)
        static let fullQueue = busy("The queue is full (--max-waiting). Try again later.", rejection: .queue)
    }

    extension AnswerFormat {
        /// Returns the form that a client prefers.
        /// - Throws: ``Problem`` with status 406 if it accepts none.
        static func chosen(by accept: String?, for body: Body, _ action: ServiceAction) throws -> AnswerFormat {
            if let format = AnswerFormat(accept: accept, for: body, action) { return format }
            let types = mediaTypes(for: body, action).map(\.name).joined(separator: ", ")
            throw Problem(status: .notAcceptable, detail: "Accept must name one of \(types).")
        }
    }

    extension Problem {
        /// Creates the answer to an error of a request; `nil` if the server failed, which is for its log.
        init?(_ error: any Error) {
            switch error {
            case let problem as Problem: self = problem
            case is WorkQueue.Full: self = .fullQueue
            case let error as LineamentError: self.init(of: error)
            default: return nil
            }
        }

        private init?(of error: LineamentError) {
            switch error.code {
            // Cairo, which draws, or what reads and writes files.
            case _ where error.missingLibrary != nil: self.init(status: .notImplemented, detail: error.summary)
            // Without Retry-After: a full disk does not empty itself.
            case .resourceExhausted where error.isOfScratchFile:
                self.init(status: .serviceUnavailable, detail: error.summary, rejection: .memory)
            case .resourceExhausted: self.init(status: .contentTooLarge, detail: error.summary)
            // Without Retry-After, as the same request would take too long again.
            case .deadlineExceeded:
                self.init(status: .serviceUnavailable, detail: error.summary, rejection: .timeout)
            case .invalidArgument, .dataLoss, .unimplemented: self.init(status: .badRequest, detail: error.summary)
            default: return nil
            }
        }
    }
#endif
