// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import LineamentCapture
    internal import Synchronization

    /// The memory of a recording that is being collected, cleaned and written, as a part of that of all uploads.
    final class RecordingMemory: Sendable {
        private struct State: Sendable {
            var frameCount = 0
            var recorded = 0
            var taken = 0
        }

        private let share: UploadBudget.Share
        private let limit: Int
        private let state = Mutex(State())

        /// The memory that a recording takes in all, against its values: these, their clean copy, and the file. As measured, less
        /// than 4 times, and for a table, which is text, 11.6 times.
        private let factor: Int
        /// How many frames pass until the memory is counted again.
        private static let interval = 30

        init(_ service: Service, _ format: CaptureFormat) {
            factor = format == .table ? 12 : 5
            share = service.memory.share()
            limit = service.options.maxMemory
        }

        /// Counts the memory of a recording that has one more frame.
        /// - Throws: ``Problem`` if it takes too much.
        func note(_ recorder: Recorder) throws {
            try state.withLock { state in
                state.frameCount += 1
                guard !recorder.isFull else { throw Self.tooLarge }
                guard state.frameCount % Self.interval == 1 else { return }
                state.recorded = recorder.byteCount
                try take(state.recorded, &state)
            }
        }

        /// Counts the memory of a recording that gets another number of frames.
        /// - Throws: ``Problem`` if it takes too much.
        func resample(_ recording: Recording, rate: Double) throws {
            let duration = (recording.times.last ?? 0) - (recording.times.first ?? 0)
            let growth = abs(duration) * rate / Double(max(1, recording.frameCount))
            try state.withLock { state in
                // What is far beyond any limit is no whole number.
                try take(Int(min(Double(state.recorded) * max(1, growth), 0x1p50)), &state)
            }
        }

        /// Counts the memory of the files, and of the archive that they become.
        /// - Throws: ``Problem`` if it takes too much.
        func note(bytesOfFiles bytes: Int) throws {
            try state.withLock { try hold(2 * ($0.recorded + bytes), &$0) }
        }

        /// The memory that frames without people may take who return later, in bytes.
        var gapLimit: Int { limit / factor }

        private static let tooLarge = Problem(
            status: .contentTooLarge,
            detail: "The recording takes more memory than a request may have (--max-memory). Send a part of it (start, "
                + "duration, every), or choose a lower rate, or a format without the points of faces.")

        private func take(_ size: Int, _ state: inout State) throws { try hold(size * factor, &state) }

        private func hold(_ needed: Int, _ state: inout State) throws {
            guard needed <= limit else { throw Self.tooLarge }
            guard needed > state.taken else { return }
            guard share.grow(by: needed - state.taken) else {
                throw Problem.busy(
                    "There is no room for another recording (--max-memory). Try again later.", rejection: .memory)
            }
            state.taken = needed
        }
    }
#endif
