// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import Foundation
    internal import Lineament
    internal import LineamentCapture
    internal import Synchronization

    /// A recording in a temporary file, within the room that a request has.
    final class CollectedMovements: Sendable {
        private let recording: Mutex<LongRecording>
        private let room: RecordingRoom

        /// How many frames pass until the memory is counted again.
        private static let interval = 512

        /// Creates a recording without frames.
        /// - Throws: ``LineamentError`` if there can be no temporary file.
        init(width: Int, height: Int, keepsFacePoints: Bool, _ room: RecordingRoom) throws {
            recording = Mutex(
                try LongRecording(width: width, height: height, keepsFacePoints: keepsFacePoints, in: room.space))
            self.room = room
        }

        private init(_ recording: sending LongRecording, _ room: RecordingRoom) {
            self.recording = Mutex(recording)
            self.room = room
        }

        /// Reads JSON lines.
        /// - Returns: the recording, and the error that ended it early; `nil` if it is whole.
        /// - Throws: ``LineamentError`` if there is none; ``Problem`` if it takes too much.
        static func read(
            _ path: String, name: String, keepsFacePoints: Bool, _ room: RecordingRoom
        ) throws -> (recording: CollectedMovements, failure: LineamentError?) {
            let read = try LongRecording.read(
                jsonLines: URL(fileURLWithPath: path), name: name, keepsFacePoints: keepsFacePoints, in: room.space
            ) { recording in
                try room.checkClient()
                if recording.frameCount % interval == 1 { try room.take(memory: recording.indexByteCount) }
            }
            return (CollectedMovements(read.recording, room), read.error)
        }

        /// Adds the next frame.
        /// - Throws: ``LineamentError`` if the disk is full; ``Problem`` if the recording takes too much.
        func add(_ result: (any RecordableResult)?, at time: Double) throws {
            try recording.withLock { recording in
                try recording.add { result?.add(to: &$0, at: time) }
                if recording.frameCount % Self.interval == 1 { try room.take(memory: recording.indexByteCount) }
            }
        }

        /// Cleans and writes the recording.
        /// - Throws: ``LineamentError`` if no person has what the format needs, or if the disk is full; ``Problem`` if
        ///   the recording takes too much; `CancellationError` if the client has gone.
        func answer(_ settings: CaptureSettings) throws -> CaptureAnswer {
            try recording.withLock { recording in
                try room.take(memory: recording.workingMemory(settings.cleaning, rate: settings.rate))
                // The recording before cleaning is not needed any more, and its file is released.
                recording = try recording.cleaned(settings.cleaning)
                if let rate = settings.rate { recording = try recording.resampled(rate: rate) }
                return try CaptureAnswer(recording, settings, in: room.space)
            }
        }
    }
#endif
