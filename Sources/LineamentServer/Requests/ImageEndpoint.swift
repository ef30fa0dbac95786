#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentImages
    internal import NIOCore

    /// `POST /v1/TASK`: one image in the body, its results in the answer.
    struct ImageEndpoint: Sendable {
        let task: ServedTask
        let options: ServerOptions
        let tasks: TaskCache
        let queue: WorkQueue
        let memory: UploadBudget
        let readiness: Readiness

        func answer(_ request: Request) async throws -> Response {
            let settings = try settings(of: request)
            guard let format = AnswerFormat(accept: request.headers[.accept]) else {
                let types = AnswerFormat.mediaTypes.map(\.name).joined(separator: ", ")
                throw Problem(status: .notAcceptable, detail: "Accept must name one of \(types).")
            }
            try checkType(request.headers[.contentType])
            guard readiness.isReady else { throw Problem.isStopping }
            // Before the upload, which may take long; the queue itself decides after it.
            guard await queue.hasRoom else { throw Self.fullQueue }
            let share = memory.share()
            defer { withExtendedLifetime(share) {} }
            let upload = try await upload(of: request, share)
            let decoder = decoder
            do {
                let ((answer, decode), waited) = try await queue.run {
                    try Deadline.within(options.timeout) {
                        let clock = ContinuousClock()
                        let start = clock.now
                        let pixels = try decoder.decode(upload, name: "The image")
                        let decode = clock.now - start
                        try Deadline.check()
                        return (try tasks.task(for: settings)(pixels, as: format), decode)
                    }
                }
                let times = [("queue", waited), ("decode", decode), ("run", answer.run), ("encode", answer.encode)]
                return Response(
                    status: .ok,
                    headers: [.contentType: format.mediaType, .serverTiming: Self.header(times)],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
            } catch is WorkQueue.Full {
                throw Self.fullQueue
            } catch let error as LineamentError where error.code == .deadlineExceeded {
                throw Problem.busy("The image took longer than \(options.timeout) s (--timeout).")
            } catch let error as LineamentError {
                throw Problem.of(error)
            }
        }

        private static let fullQueue = Problem.busy("The queue is full (--max-waiting). Try again later.")

        private var decoder: ImageDecoder {
            var decoder = ImageDecoder()
            decoder.maxPixels = options.maxPixels
            decoder.maxBytes = options.maxBody
            return decoder
        }

        private func settings(of request: Request) throws -> TaskSettings {
            do {
                return try TaskSettings(
                    task, query: request.uri.queryParameters.map { (String($0.key), String($0.value)) })
            } catch let error as LineamentError {
                throw Problem.of(error)
            }
        }

        /// Refuses uploads that say they are no image. What a body is, its bytes decide.
        private func checkType(_ type: String?) throws {
            let name = type?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
            // The last is what curl says unless told otherwise.
            let known = ["", "application/octet-stream", "application/x-www-form-urlencoded"]
            guard known.contains(name) || name.hasPrefix("image/") else {
                throw Problem(
                    status: .unsupportedMediaType, detail: "The body must be one image (image/...), not \(name).")
            }
        }

        /// Returns the body, unless it is too large, takes too long, or finds no room.
        private func upload(of request: Request, _ share: UploadBudget.Share) async throws -> Data {
            let limit = options.maxBody
            let tooLarge = Problem(
                status: .contentTooLarge, detail: "The body is larger than \(limit) bytes (--max-body).")
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
            let body = request.body
            return try await withThrowingTaskGroup(of: Data?.self) { group in
                group.addTask {
                    var data = Data()
                    for try await part in body {
                        guard data.count + part.readableBytes <= limit else { throw tooLarge }
                        guard share.grow(by: part.readableBytes) else {
                            throw Problem.busy("There is no room for another upload. Try again later (--max-memory).")
                        }
                        data.append(contentsOf: part.readableBytesView)
                    }
                    return data
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(options.bodyTimeout))
                    return nil
                }
                defer { group.cancelAll() }
                guard let data = try await group.next() ?? nil else {
                    throw Problem(
                        status: .requestTimeout,
                        detail: "The body did not arrive within \(options.bodyTimeout) s (--body-timeout).")
                }
                return data
            }
        }

        /// Returns durations as a header `Server-Timing`, in milliseconds.
        private static func header(_ times: [(name: String, duration: Duration)]) -> String {
            times.map { String(format: "%@;dur=%.3f", $0.name, $0.duration / .milliseconds(1)) }.joined(separator: ", ")
        }
    }

    extension HTTPField.Name {
        fileprivate static let serverTiming = HTTPField.Name("Server-Timing") ?? .server
    }
#endif
