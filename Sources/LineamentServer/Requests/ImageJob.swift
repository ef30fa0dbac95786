// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Lineament
    internal import LineamentImages

    /// The work on one image.
    struct ImageJob: Sendable {
        let service: Service
        let settings: TaskSettings
        /// Whether CSV begins with the names of its columns.
        var hasHeader = true
        /// Returns the task in place of that of the settings; `nil` for that.
        var prepare: (@Sendable (ModelCache) throws -> any PreparedTask)?

        /// Decodes and processes an image when its turn comes.
        /// - Parameter source: The name of the image in the answer. The command line calls one without a name "-", too.
        /// - Throws: ``LineamentError``; ``WorkQueue/Full``; `CancellationError`.
        func run(
            _ data: Data, source: String, as format: AnswerFormat, _ admission: WorkQueue.Admission = .request
        ) async throws -> (answer: Data, times: [(name: String, duration: Duration)]) {
            let name = source == "-" ? "The image" : source
            let work = {
                @Sendable [service, settings, hasHeader, prepare] () throws -> (PreparedAnswer, Duration, Int) in
                try Deadline.within(service.options.timeout) {
                    try service.withDecoder { decoder in
                        let start = ContinuousClock.now
                        let pixels = try Self.decode(data, name: name, by: decoder)
                        let decode = ContinuousClock.now - start
                        try Deadline.check()
                        let task = try prepare?(service.models) ?? settings.prepare(service.models)
                        var answer = try task.answer(pixels, from: data, source: source, as: format)
                        if format == .csv, hasHeader { answer.body = Data(task.header.utf8) + answer.body }
                        return (answer, decode, pixels.width * pixels.height)
                    }
                }
            }
            do {
                let ((answer, decode, pixels), waited) = try await service.queue.run(admission, work)
                let times = [("queue", waited), ("decode", decode), ("run", answer.run), ("encode", answer.encode)]
                service.metrics.stages(settings.action, times)
                service.metrics.decoded(pixels: pixels)
                return (answer.body, times)
            } catch let error as LineamentError where error.code == .deadlineExceeded {
                throw LineamentError(
                    .deadlineExceeded, "\(name) took longer than \(service.options.timeout) s (--timeout).")
            }
        }

        private static func decode(_ data: Data, name: String, by decoder: ImageDecoder) throws -> PixelBuffer {
            do {
                return try decoder.decode(data, name: name)
            } catch let error as LineamentError
                where error.code == .unimplemented && !ImageDecoder.recognizes(data)
            {
                guard let mistaken = MistakenImage(data) else {
                    throw LineamentError(
                        error.code, error.message,
                        recoverySuggestion:
                            "If it is a video, send it alone, with a header such as Content-Type: video/mp4.")
                }
                throw LineamentError(
                    error.code, "\(name) \(mistaken.cause).", recoverySuggestion: mistaken.requestRemedy)
            }
        }
    }
#endif
