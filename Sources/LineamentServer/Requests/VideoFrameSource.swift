// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import HTTPTypes
    internal import Hummingbird
    internal import Lineament
    internal import LineamentImages
    internal import LineamentVideo

    /// The frames of a video file, read on a thread of their own.
    final class VideoFrameSource: @unchecked Sendable {
        // Sound: `reader` and `lastRelease` are only used by the executor's single thread.
        private let reader: VideoReader
        private let executor = BlockingExecutor(threadLimit: 1)
        /// Where the chosen range begins, in seconds.
        let start: Double
        /// The error for a chosen range without frames.
        let emptiness: LineamentError
        /// The length of the chosen range, in seconds; `nil` if the file does not say it.
        let duration: Double?
        /// When memory was given back to the system.
        private var lastRelease = ContinuousClock.now
        /// The interval at which that is done. Between frames of many megabytes, as much is free but kept by the allocator.
        private static let releaseInterval = Duration.milliseconds(500)

        init(_ path: String, name: String, options: VideoReader.Options) async throws {
            start = options.start
            emptiness = LineamentError(
                .dataLoss, "\(name) has no frames in the chosen range. Look at start and duration.")
            do {
                reader = try await executor.run {
                    Transferred(value: try VideoReader(.file(path), name: name, options: options))
                }.value
            } catch let error as LineamentError where error.code == .cancelled {
                // The client has gone.
                throw CancellationError()
            } catch let error as LineamentError {
                throw Self.openingError(error, of: path)
            }
            let rest = reader.duration.map { max(0, $0 - options.start) }
            duration = rest.map { min($0, options.duration ?? $0) }
        }

        /// Returns the error of a video that cannot be opened, with what to do if it is an image.
        private static func openingError(_ error: LineamentError, of path: String) -> LineamentError {
            guard let file = FileHandle(forReadingAtPath: path) else { return error }
            defer { try? file.close() }
            let beginning = (try? file.read(upToCount: 16)) ?? Data()
            guard ImageDecoder.recognizes(beginning) else { return error }
            return LineamentError(
                error.code, "\(error.message) It is an image: send it with a header such as Content-Type: image/jpeg.",
                underlyingError: error)
        }

        /// Gives the memory of the video back to the system, however the answer ended.
        deinit {
            Task.detached {
                // The other parts of the same answer, such as its encoder, are released at the same time.
                try? await Task.sleep(for: .milliseconds(500))
                ProcessMemory.giveBack()
            }
        }

        /// Checks that a copy can have the audio.
        /// - Throws: ``Problem`` with status 415 that says what to do.
        func checkSound() async throws {
            do {
                try await executor.run { [self] in try reader.checkAudio(fits: "The copy", format: "mp4") }
            } catch let error as LineamentError where error.code == .unimplemented {
                throw Problem(
                    status: .unsupportedMediaType,
                    detail: "\(error.message) On the command line, lineament redact writes other containers.")
            }
        }

        /// Begins to read the next frame; `nil` at the end.
        func next() -> Task<VideoFrame?, any Error> {
            Task { [self] in try await executor.run { [self] in try read() } }
        }

        private func read() throws -> VideoFrame? {
            if lastRelease.duration(to: .now) >= Self.releaseInterval {
                ProcessMemory.giveBack()
                lastRelease = .now
            }
            return try reader.next()
        }

        /// Begins a copy of this video. No frame may be read meanwhile.
        /// - Parameters:
        ///   - size: The size of the copy, in pixels.
        ///   - hasSound: Whether the sound is copied.
        /// - Throws: ``Problem`` with status 501 if the encoder is missing or refuses the size.
        func makeCopy(
            size: (width: Int, height: Int), hasSound: Bool, rateFactor: Int?
        ) async throws -> VideoCopy {
            do {
                return try await executor.run { [self] in
                    try VideoCopy(
                        of: reader, width: size.width, height: size.height, hasSound: hasSound,
                        rateFactor: rateFactor)
                }
            } catch let error as LineamentError where error.code == .unimplemented {
                throw Problem(status: .notImplemented, detail: error.message)
            }
        }

        // Sound: the reader is handed over once, before it is used.
        private struct Transferred: @unchecked Sendable { let value: VideoReader }
    }
#endif
