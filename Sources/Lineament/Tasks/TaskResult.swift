// SPDX-License-Identifier: Apache-2.0

/// The superclass of the results of every task.
public class TaskResult: @unchecked Sendable {
    // Sound: nothing changes after the initializer; subclasses keep to that.

    /// The timestamp of the image, in milliseconds. In image mode, it is 0 for a task's first image and increases by
    /// 1000 with each.
    public let timestampInMilliseconds: Int

    /// Whether the image is a frame of a video or live stream, whose timestamp and IDs are written to JSON. A Lineament
    /// extension.
    public let isFrame: Bool

    init(timestampInMilliseconds: Int, isFrame: Bool) {
        self.timestampInMilliseconds = timestampInMilliseconds
        self.isFrame = isFrame
    }

    /// Returns whether a result created from its parts belongs to a frame. If there are faces or people, their track IDs
    /// decide, because images have timestamps, too; otherwise a timestamp other than 0 does.
    static func isFrame(trackIDs: [Int?], timestampInMilliseconds: Int) -> Bool {
        trackIDs.isEmpty ? timestampInMilliseconds != 0 : trackIDs.contains { $0 != nil }
    }
}
