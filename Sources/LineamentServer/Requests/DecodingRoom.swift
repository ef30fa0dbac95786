internal import Foundation
internal import Lineament

/// The memory that decoded images may take together. Images wait for room, as those that have it are soon done.
final class DecodingRoom: @unchecked Sendable {
    // Sound: `used` and the shares are accessed under `changed` only.

    private let limit: Int
    private var used = 0
    private let changed = NSCondition()

    /// Creates room for images.
    /// - Parameter limit: The number of bytes that may be used at a time.
    init(limit: Int) { self.limit = limit }

    /// What one image takes.
    final class Share: @unchecked Sendable {
        // Sound: `size` is accessed under the room's lock only.

        private let room: DecodingRoom
        fileprivate var size = 0

        fileprivate init(_ room: DecodingRoom) { self.room = room }

        /// Takes `count` bytes as soon as there is room. An image that is alone always has room: its own limit bounds it.
        /// - Throws: `LineamentError` with code `deadlineExceeded` if the time limit of the work passes.
        func wait(for count: Int) throws {
            room.changed.lock()
            defer { room.changed.unlock() }
            // A share that has room already does not wait for others, which might wait for it.
            while size == 0, room.used > 0, room.used + count > room.limit {
                _ = room.changed.wait(until: Date(timeIntervalSinceNow: 0.1))
                try Deadline.check()
            }
            room.used += max(0, count - size)
            size = max(size, count)
        }

        /// Gives everything back.
        func giveBack() {
            room.changed.lock()
            defer { room.changed.unlock() }
            room.used -= size
            size = 0
            room.changed.broadcast()
        }
    }

    /// Returns the share of a new image.
    func share() -> Share { Share(self) }
}
