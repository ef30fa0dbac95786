// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import LineamentTools
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
            let response = try await respond(to: upload.data, ImageJob(service: service, settings: settings))
            onEnd()
            return response
        }

        /// Answers an image.
        /// - Parameter job: The work on it.
        func respond(to data: Data, _ job: ImageJob) async throws -> Response {
            var job = job
            var plan: PlanAnswer?
            if format == .plan {
                let answer = try PlanAnswer(settings)
                job.prepare = answer.prepare
                plan = answer
            }
            var (answer, times) = try await job.run(data, source: "-", as: plan == nil ? format : .json)
            if let plan {
                answer = try await BlockingExecutor.shared.run {
                    Data(try plan.plan(file: "-", sha256: FileDigest.of(data)).json.utf8)
                }
            }
            return Response(
                status: .ok,
                headers: [.contentType: format.mediaType, .serverTiming: Self.header(times)],
                body: ResponseBody(inSlices: answer))
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
