#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentImages
    internal import NIOCore

    /// `POST /v1/TASK`: one picture in the body, its results in the answer.
    struct PictureEndpoint: Sendable {
        let task: ServedTask
        let options: ServerOptions
        let tasks: TaskCache
        let queue: WorkQueue

        func answer(_ request: Request) async throws -> Response {
            let settings = try settings(of: request)
            guard let format = AnswerFormat(accept: request.headers[.accept]) else {
                let types = AnswerFormat.mediaTypes.map(\.name).joined(separator: ", ")
                throw Problem(status: .notAcceptable, detail: "Accept must name one of \(types).")
            }
            try checkType(request.headers[.contentType])
            let upload = try await upload(of: request)
            let decoder = decoder
            do {
                let ((answer, decode), waited) = try await queue.run(size: upload.count) {
                    try Deadline.within(options.timeout) {
                        let clock = ContinuousClock()
                        let start = clock.now
                        let pixels = try decoder.decode(upload, name: "The picture")
                        let decode = clock.now - start
                        return (try tasks.task(for: settings)(pixels, as: format), decode)
                    }
                }
                let times = [("queue", waited), ("decode", decode), ("run", answer.run), ("encode", answer.encode)]
                return Response(
                    status: .ok,
                    headers: [.contentType: format.mediaType, .serverTiming: Self.header(times)],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
            } catch is WorkQueue.Full {
                throw Problem.busy(
                    "The queue is full. Try again later, or start the server with a larger --max-waiting.")
            } catch let error as LineamentError {
                throw Problem.of(error)
            }
        }

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

        /// Refuses uploads that say they are no picture. What a body is, its bytes decide.
        private func checkType(_ type: String?) throws {
            let name = type?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
            // The last is what curl says unless told otherwise.
            let known = ["", "application/octet-stream", "application/x-www-form-urlencoded"]
            guard known.contains(name) || name.hasPrefix("image/") else {
                throw Problem(
                    status: .unsupportedMediaType, detail: "The body must be one picture (image/...), not \(name).")
            }
        }

        /// Returns the body, unless it is too large or takes too long.
        private func upload(of request: Request) async throws -> Data {
            let limit = options.maxBody
            let tooLarge = Problem(
                status: .contentTooLarge, detail: "The body is larger than \(limit) bytes (--max-body).")
            if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
            let body = request.body
            return try await withThrowingTaskGroup(of: Data?.self) { group in
                group.addTask {
                    do {
                        return Data(try await body.collect(upTo: limit).readableBytesView)
                    } catch is NIOTooManyBytesError {
                        throw tooLarge
                    }
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(options.bodyTimeout))
                    return nil
                }
                defer { group.cancelAll() }
                guard let data = try await group.next() ?? nil else {
                    throw Problem(
                        status: .requestTimeout, detail: "The body did not arrive within \(options.bodyTimeout) s.")
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
