// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentTasks
    internal import LineamentTools
    internal import LineamentVideo
    internal import NIOCore

    /// The plan of a video's redaction: alone once all of the video was analyzed, or after lines that say how far that is.
    struct VideoPlanAnswer: Sendable {
        let plan: PlanAnswer
        let run: VideoRun
        let file: TemporaryFile
        let given: GivenBoxes
        let task: any PreparedTask

        /// The time between two lines.
        private static let interval = Duration.milliseconds(500)

        func answer(as format: AnswerFormat, onEnd: @escaping @Sendable () -> Void) async throws -> Response {
            guard format == .planLines else {
                let body = Data(try await analyzed { _, _ in }.json.utf8)
                onEnd()
                var headers = given.missedField ?? [:]
                headers[.contentType] = format.mediaType
                return Response(status: .ok, headers: headers, body: ResponseBody(inSlices: body))
            }
            return Response(
                status: .ok, headers: [.contentType: format.mediaType],
                body: ResponseBody { writer in
                    try await write(to: &writer)
                    onEnd()
                    try await writer.finish(nil)
                })
        }

        /// Analyzes the video, and returns its plan.
        /// - Parameter onFrame: Called after each frame with it and with the number of frames so far.
        private func analyzed(
            _ onFrame: (_ frame: VideoFrame, _ count: Int) async throws -> Void
        ) async throws -> RedactionPlan {
            var count = 0
            try await run.forEachFrame { frame in
                try await run.process(frame) { _ in }
                guard let frame else { return }
                count += 1
                try await onFrame(frame, count)
            }
            return try await BlockingExecutor.shared.run {
                try plan.plan(file: "-", sha256: try FileDigest.ofFile(file.path))
            }
        }

        /// Writes lines about the progress, and then the plan, or the error if there is none.
        private func write(to writer: inout any ResponseBodyWriter) async throws {
            do {
                var last: ContinuousClock.Instant?
                let plan = try await analyzed { frame, count in
                    let now = ContinuousClock.now
                    if let last, last.duration(to: now) < Self.interval { return }
                    last = now
                    try await writer.write(ByteBuffer(string: run.frames.progress(at: frame.time, count: count)))
                }
                try await writer.write(inSlices: Data(line(of: plan).utf8))
            } catch let error as LineamentError where !run.client.isGone {
                try await writer.write(ByteBuffer(string: task.failure(error, "-", .json)))
            }
        }

        private func line(of plan: RedactionPlan) -> String {
            let missed = given.missedCount > 0 ? #","missedAreas":\#(given.missedCount)"# : ""
            // Line breaks within a string are escaped.
            let text = plan.json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
            return "{\"plan\":\(text)\(missed)}\n"
        }
    }

    extension VideoFrameSource {
        /// Returns a line that says how much of the video was analyzed.
        /// - Parameters:
        ///   - time: The time of the last frame, in seconds of the video.
        ///   - count: The number of frames.
        fileprivate func progress(at time: Double, count: Int) -> String {
            var line = JSONText()
            line.object { line in
                line.member("frames", count)
                line.member("time", Float(max(0, time - start)))
                if let duration { line.member("duration", Float(duration)) }
            }
            return line.text + "\n"
        }
    }

    extension GivenBoxes {
        /// The header or trailer with the number of boxes that belong to no frame, once the video has ended; `nil` if there are none.
        var missedField: HTTPFields? { missedCount > 0 ? [.missedAreas: "\(missedCount)"] : nil }
    }

    extension HTTPField.Name {
        /// The number of boxes of another detector that belong to no frame.
        static let missedAreas = HTTPField.Name("Missed-Areas") ?? .server
    }
#endif
