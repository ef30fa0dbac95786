#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentImages
    internal import NIOCore

    /// One image in the body, its results in the answer.
    struct ImageEndpoint: Sendable {
        let service: Service
        let settings: TaskSettings
        let format: AnswerFormat

        func answer(_ request: Request, onEnd: @Sendable () -> Void) async throws -> Response {
            // Before the upload, which may take long; the queue itself decides after it.
            guard await service.queue.hasRoom else { throw Problem.fullQueue }
            let upload = try await Upload(request, service: service)
            let job = ImageJob(service: service, settings: settings)
            let (answer, times) = try await job.run(upload.data, source: "-", as: format)
            onEnd()
            return Response(
                status: .ok,
                headers: [.contentType: format.mediaType, .serverTiming: Self.header(times)],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
        }

        /// Returns durations as a header `Server-Timing`, in milliseconds.
        private static func header(_ times: [(name: String, duration: Duration)]) -> String {
            times.map { String(format: "%@;dur=%.3f", $0.name, $0.duration / .milliseconds(1)) }.joined(separator: ", ")
        }
    }

    /// A body in memory, whose bytes count as used until it is released.
    final class Upload: Sendable {
        let data: Data
        private let share: UploadBudget.Share

        /// Receives the body of a request.
        /// - Throws: ``Problem`` if it is too large, takes too long, or finds no room.
        init(_ request: Request, service: Service) async throws {
            let share = service.memory.share()
            let parts = Parts()
            let options = service.options
            try await BodyReader(limit: (options.maxBody, "--max-body"), time: options.bodyTimeout).read(request) {
                guard share.grow(by: $0.readableBytes) else {
                    throw Problem.busy(
                        "There is no room for another upload (--max-memory). Try again later.", rejection: .memory)
                }
                parts.append($0)
            }
            self.share = share
            data = parts.data
        }

        private final class Parts: @unchecked Sendable {
            // Sound: parts arrive one after the other, and `data` is read after the last.
            private(set) var data = Data()

            func append(_ part: ByteBuffer) { data.append(contentsOf: part.readableBytesView) }
        }
    }

    /// The work on one image.
    struct ImageJob: Sendable {
        let service: Service
        let settings: TaskSettings
        /// Whether CSV begins with the names of its columns.
        var hasHeader = true

        /// Decodes and processes an image when its turn comes.
        /// - Parameter source: What the answer calls the image. The command line calls one without a name "-", too.
        /// - Throws: ``LineamentError``; ``WorkQueue/Full``; `CancellationError`.
        func run(
            _ data: Data, source: String, as format: AnswerFormat, _ admission: WorkQueue.Admission = .request
        ) async throws -> (answer: Data, times: [(name: String, duration: Duration)]) {
            let name = source == "-" ? "The image" : source
            let work = { @Sendable [service, settings, hasHeader] () throws -> (PreparedTask.Answer, Duration, Int) in
                try Deadline.within(service.options.timeout) {
                    try service.withDecoder { decoder in
                        let start = ContinuousClock.now
                        let pixels = try decoder.decode(data, name: name)
                        let decode = ContinuousClock.now - start
                        try Deadline.check()
                        let task = try settings.prepare(service.models)
                        var answer = try task(pixels, source: source, as: format)
                        if format == .csv, hasHeader { answer.body = Data(task.header.utf8) + answer.body }
                        return (answer, decode, pixels.width * pixels.height)
                    }
                }
            }
            do {
                let ((answer, decode, pixels), waited) = try await service.queue.run(admission, work)
                let times = [("queue", waited), ("decode", decode), ("run", answer.run), ("encode", answer.encode)]
                service.metrics.stages(settings.task, times)
                service.metrics.decoded(pixels: pixels)
                return (answer.body, times)
            } catch let error as LineamentError where error.code == .deadlineExceeded {
                throw LineamentError(
                    .deadlineExceeded, "\(name) took longer than \(service.options.timeout) s (--timeout).")
            }
        }
    }

    extension HTTPField.Name {
        fileprivate static let serverTiming = HTTPField.Name("Server-Timing") ?? .server
    }
#endif
