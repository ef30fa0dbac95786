// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Lineament
    internal import LineamentVideo

    /// An annotated copy of a video in fragmented MP4, which is sent while it is made. Calls must not overlap.
    final class VideoCopy: @unchecked Sendable {
        // Sound: calls do not overlap, and the writer's use of the reader has locks of its own.
        private let writer: VideoWriter
        private let stream = VideoStream()

        init(of reader: VideoReader, width: Int, height: Int, hasSound: Bool, rateFactor: Int?) throws {
            var options = VideoWriter.Options()
            options.constantRateFactor = rateFactor
            options.copiesAudio = hasSound && (try? reader.checkAudio(fits: "The copy", format: "mp4")) != nil
            writer = try VideoWriter(
                streamingTo: stream, name: "The annotated video", width: width, height: height,
                frameRate: reader.frameRate ?? 30, audioFrom: reader, options: options)
        }

        /// Adds a frame and returns what can be sent now.
        func add(_ drawing: FrameDrawing) throws -> Data {
            try writer.write(drawing.changes, over: VideoFrame(showing: drawing.frame, time: drawing.time))
            return stream.take()
        }

        /// Completes the copy and returns what is left to send.
        func finish() throws -> Data {
            try writer.finish()
            return stream.take()
        }
    }
#endif
