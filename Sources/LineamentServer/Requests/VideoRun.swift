// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Lineament
    internal import LineamentVideo

    /// The processing of one video, frame by frame, each when its turn comes.
    struct VideoRun: Sendable {
        let service: Service
        let action: ServiceAction
        let frames: VideoFrameSource
        let session: any PreparedSession
        let client: PresenceHandler.Presence

        /// Calls `body` with each frame and, at the end, with `nil`.
        /// - Throws: ``LineamentError`` with code `dataLoss` if there is no frame; what `body` throws.
        func forEachFrame(_ body: (VideoFrame?) async throws -> Void) async throws {
            var isEmpty = true
            // The next frame is decoded while this one is processed.
            var next = frames.next()
            while let frame = try await next.value {
                isEmpty = false
                next = frames.next()
                try await body(frame)
            }
            if isEmpty { throw frames.emptiness }
            try await body(nil)
        }

        /// What was made of a frame, and how long that took.
        private struct Processed<Output: Sendable>: Sendable {
            let output: Output
            let run: Duration
            let encode: Duration
        }

        /// Processes a frame, or the remaining ones at the end.
        /// - Parameters:
        ///   - frame: The frame; `nil` at the end.
        ///   - body: Encodes the results that are known by now. There may be thousands at the end, so it should
        ///     not draw more than the first.
        /// - Throws: ``LineamentError``; `CancellationError` if the client has gone.
        func process<Output: Sendable>(
            _ frame: VideoFrame?, _ body: @escaping @Sendable ([any FrameAnswer]) throws -> Output
        ) async throws -> Output {
            guard !client.isGone else { throw CancellationError() }
            let timeout = service.options.timeout
            do {
                let (done, waited) = try await service.queue.run(.frame) { [session] in
                    let start = ContinuousClock.now
                    let answers = try Deadline.within(timeout) {
                        guard let frame else { return try session.finish() }
                        return try session.add(frame.frame, shownAs: frame.shown.colorMatrix)
                    }
                    let found = ContinuousClock.now
                    let output = try body(answers)
                    return Processed(output: output, run: found - start, encode: ContinuousClock.now - found)
                }
                service.metrics.stages(action, [("queue", waited), ("run", done.run), ("encode", done.encode)])
                if frame != nil { service.metrics.frames(action, .answered) }
                return done.output
            } catch let error as LineamentError {
                service.metrics.frames(action, .failed)
                guard error.code == .deadlineExceeded, let frame else { throw error }
                throw LineamentError(
                    .deadlineExceeded, "Frame \(frame.index) took longer than \(timeout) s (--timeout).")
            }
        }

        /// Encodes a further result when its turn comes.
        func encode<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
            guard !client.isGone else { throw CancellationError() }
            let ((output, encode), waited) = try await service.queue.run(.frame) {
                let start = ContinuousClock.now
                return (try body(), ContinuousClock.now - start)
            }
            service.metrics.stages(action, [("queue", waited), ("encode", encode)])
            return output
        }
    }
#endif
