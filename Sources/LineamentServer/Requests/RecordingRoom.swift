// SPDX-License-Identifier: Apache-2.0
#if Server
    internal import HTTPTypes
    internal import Lineament
    internal import LineamentCapture
    internal import Synchronization

    /// The disk space and the memory of a recording that is being collected, cleaned and written.
    final class RecordingRoom: Sendable {
        /// The space of all temporary files of the recording: what was found, what is made of it, and the answer.
        let space: ScratchSpace
        private let client: PresenceHandler.Presence
        private let share: UploadBudget.Share
        private let limit: Int
        private let taken = Mutex(0)

        /// The disk space of a recording, against that of a video.
        private static let videos = 4

        init(_ service: Service, _ client: PresenceHandler.Presence) {
            let limit = service.options.maxVideo
            space = ScratchSpace { bytes in
                // Files are written all the time, so that this is soon enough.
                try Self.check(client)
                guard bytes / Self.videos <= limit else { throw Self.tooLong }
            }
            self.client = client
            share = service.memory.share()
            self.limit = service.options.maxMemory
        }

        /// Checks that the client waits for the answer.
        /// - Throws: `CancellationError` if the client has gone.
        func checkClient() throws { try Self.check(client) }

        private static func check(_ client: PresenceHandler.Presence) throws {
            try Deadline.check()
            if client.isGone { throw CancellationError() }
        }

        private static let tooLong = Problem(
            status: .contentTooLarge,
            detail: "The recording takes more than \(videos) times the disk space that a video may have (--max-video). "
                + remedy)
        private static let tooLarge = Problem(
            status: .contentTooLarge,
            detail: "The recording takes more memory than a request may have (--max-memory). \(remedy)")
        private static let remedy =
            "Send a part of it (start, duration, every), or choose a lower rate, a smaller maxGap, or a format without the "
            + "points of faces."

        /// Counts memory that the recording takes from now on.
        /// - Parameter bytes: All that it takes.
        /// - Throws: ``Problem`` if that is too much.
        func take(memory bytes: Int) throws {
            try taken.withLock { taken in
                guard bytes <= limit else { throw Self.tooLarge }
                guard bytes > taken else { return }
                guard share.grow(by: bytes - taken) else {
                    throw Problem.busy(
                        "There is no room for another recording (--max-memory). Try again later.", rejection: .memory)
                }
                taken = bytes
            }
        }
    }
#endif
