// SPDX-License-Identifier: Apache-2.0
internal import LineamentTools
internal import Synchronization

/// The boxes of another detector that a request brings for its image or video.
struct GivenBoxes: Sendable, Hashable {
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    let boxes: [GivenBox]
    private let missed = Count()

    init(_ boxes: [GivenBox] = []) { self.boxes = boxes }

    /// Whether the boxes are the same, whatever was counted.
    static func == (one: GivenBoxes, other: GivenBoxes) -> Bool { one.boxes == other.boxes }

    func hash(into hasher: inout Hasher) { hasher.combine(boxes) }

    /// Counts boxes that belong to no frame.
    func miss(_ count: Int) { missed.value.withLock { $0 += count } }

    /// The number of boxes that belong to no frame of the video, once that has ended.
    var missedCount: Int { missed.value.withLock { $0 } }

    /// The trouble once the video has ended; `nil` if all boxes were covered.
    var trouble: String? {
        let count = missedCount
        guard count > 0 else { return nil }
        let boxes = count == 1 ? "1 box belongs" : "\(count) boxes belong"
        return "areas: \(boxes) to no frame that was read, and nothing is covered for \(count == 1 ? "it" : "them")."
    }
}
