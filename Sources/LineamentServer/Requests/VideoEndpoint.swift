#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentOutput
    internal import LineamentVideo
    internal import NIOCore

    /// A video in the body, the results of each frame in the answer as they become known.
    struct VideoEndpoint: Sendable {
        let service: Service
        let settings: TaskSettings
        let format: ResultFormat

        /// The time, in seconds, that each megabyte may take: a connection with 800 kbit/s.
        private static let timePerMegabyte = 10.0
        private static let name = "The video"

        func answer(
            _ request: Request, _ context: ServiceRequestContext, onEnd: @escaping @Sendable () -> Void
        ) async throws -> Response {
            guard let place = service.videos.take() else {
                throw Problem.busy(
                    "Too many videos are being processed (--max-videos). Try again later.", rejection: .videos)
            }
            let file = try TemporaryFile()
            let options = service.options
            try await BodyReader(
                limit: (options.maxVideo, "--max-video"), time: options.bodyTimeout,
                timePerMegabyte: Self.timePerMegabyte
            ).read(request) { part in try await file.append(part) }
            let client = await context.channel.presence
            let frames = try await VideoFrameSource(file.path, name: Self.name, options: readerOptions(client))
            let task = try await service.queue.run(.frame) { try settings.prepare(service.models) }.output
            return .lines(of: task, as: format) { writer in
                try await write(frames, task, client, to: &writer)
                onEnd()
                withExtendedLifetime(file) {}
                // Before the end of the answer, so that the client can send its next video at once.
                place.giveBack()
            }
        }

        private func readerOptions(_ client: PresenceHandler.Presence) -> VideoReader.Options {
            var options = VideoReader.Options()
            (options.start, options.duration, options.every) = settings.videoSelection
            options.maxPixels = service.options.maxPixels
            options.cancellation = ReadCancellation { client.isGone }
            return options
        }

        /// Writes the lines of all frames, the last one with the error if the video is damaged or a frame takes too long.
        private func write(
            _ frames: VideoFrameSource, _ task: PreparedTask, _ client: PresenceHandler.Presence,
            to writer: inout any ResponseBodyWriter
        ) async throws {
            let session = task.makeSession()
            do {
                var isEmpty = true
                // The next frame is decoded while this one is processed.
                var next = frames.next()
                while let frame = try await next.value {
                    isEmpty = false
                    next = frames.next()
                    guard !client.isGone else { throw CancellationError() }
                    let line = try await line(of: frame, session)
                    try await writer.write(ByteBuffer(string: line))
                }
                if isEmpty { throw LineamentError(.dataLoss, "\(Self.name) has no frames in the chosen range.") }
            } catch let error as LineamentError where !client.isGone {
                try await writer.write(ByteBuffer(string: task.failure(error, "-", format)))
            }
        }

        private func line(of frame: VideoFrame, _ session: PreparedSession) async throws -> String {
            let (format, timeout) = (format, service.options.timeout)
            do {
                let ((answer, run), waited) = try await service.queue.run(.frame) {
                    let start = ContinuousClock.now
                    let answer = try Deadline.within(timeout) {
                        try session(
                            .init(
                                pixels: frame.pixels, source: "-", timestamp: frame.timestampInMilliseconds,
                                index: frame.index), as: format)
                    }
                    return (answer, ContinuousClock.now - start)
                }
                service.metrics.stages(settings.task, [("queue", waited), ("run", run)])
                service.metrics.frames(settings.task, .answered)
                return answer.line
            } catch let error as LineamentError {
                service.metrics.frames(settings.task, .failed)
                guard error.code == .deadlineExceeded else { throw error }
                throw LineamentError(
                    .deadlineExceeded, "Frame \(frame.index) took longer than \(timeout) s (--timeout).")
            }
        }
    }

    /// The frames of a video file, read on a thread of their own.
    private final class VideoFrameSource: @unchecked Sendable {
        // Sound: `reader` is only used by the executor's single thread.
        private let reader: VideoReader
        private let executor = BlockingExecutor(threadLimit: 1)

        init(_ path: String, name: String, options: VideoReader.Options) async throws {
            do {
                reader = try await executor.run {
                    Transferred(value: try VideoReader(.file(path), name: name, options: options))
                }.value
            } catch let error as LineamentError where error.code == .cancelled {
                // The client has gone.
                throw CancellationError()
            }
        }

        /// Begins to read the next frame; `nil` at the end.
        func next() -> Task<VideoFrame?, any Error> {
            Task { [self] in try await executor.run { [self] in try reader.next() } }
        }

        private struct Transferred: @unchecked Sendable { let value: VideoReader }
    }

    /// A file without a name, which is gone when the value is released or the process ends.
    private final class TemporaryFile: Sendable {
        private let descriptor: Int32
        private static let executor = BlockingExecutor(threadLimit: 2)

        /// Creates an empty file.
        init() throws {
            let path = "\(NSTemporaryDirectory())/lineament-\(UUID().uuidString)"
            descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw LineamentError(.internal, "No temporary file can be made: \(String(cString: strerror(errno))).")
            }
            unlink(path)
        }

        deinit { close(descriptor) }

        /// A path by which this process can open the file.
        var path: String { "/dev/fd/\(descriptor)" }

        func append(_ part: ByteBuffer) async throws {
            try await Self.executor.run { [descriptor] in
                try part.withUnsafeReadableBytes { bytes in
                    var written = 0
                    while written < bytes.count {
                        let count = write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
                        if count < 0, errno == EINTR { continue }
                        guard count > 0 else {
                            // Without Retry-After: a full disk does not empty itself.
                            throw Problem(
                                status: .serviceUnavailable,
                                detail: "The upload cannot be stored: \(String(cString: strerror(errno))).",
                                rejection: .memory)
                        }
                        written += count
                    }
                }
            }
        }
    }
#endif
