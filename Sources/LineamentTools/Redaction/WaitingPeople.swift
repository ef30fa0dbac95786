// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The people in the frames of a video that wait.
///
/// A frame's people are covered where they are and where they will be in the next frames; where fewer are found than shortly
/// before or after, also where they were then.
struct WaitingPeople {
    /// The people of one frame.
    struct Frame {
        let time: Double
        let people: [RedactedPerson]
        /// The masks whose union covers them.
        var masks: [PackedMask]
    }

    /// The number of frames whose masks are covered at once.
    private static let spread = 3
    /// The time, in seconds, within which people do not disappear.
    private static let memory = 0.5

    private var waiting: [(frame: Frame, size: CGSize)] = []
    /// The last frame taken in which nobody was missing.
    private var last: Frame?

    /// Adds the people of the next frame.
    mutating func add(_ poses: [PoseLandmarkerResult.Pose], time: Double, size: CGSize) {
        let mask = poses.compactMap(\.segmentationMask).union.map { PackedMask($0) }
        let people = poses.compactMap { RedactedPerson($0, in: size) }
        waiting.append((Frame(time: time, people: people, masks: mask.map { [$0] } ?? []), size))
    }

    /// Returns the people of the first frame that waits, with masks of its size; `nil` if no people are covered.
    mutating func takeFirst() -> Frame? {
        guard let (first, size) = waiting.first else { return nil }
        var masks = waiting.prefix(Self.spread).flatMap(\.frame.masks)
        let near = waiting.dropFirst().lazy.map(\.frame).prefix { $0.time - first.time <= Self.memory }
        if let next = near.first(where: { $0.people.count > first.people.count }) { masks += next.masks }
        if let last, last.people.count > first.people.count, first.time - last.time <= Self.memory {
            masks += last.masks
        } else {
            last = first
        }
        waiting.removeFirst()
        return Frame(time: first.time, people: first.people, masks: masks.map { $0.resized(to: size) })
    }
}

extension PackedMask {
    /// Returns the mask in another size; itself if it has the size.
    fileprivate func resized(to size: CGSize) -> PackedMask {
        let columns = Int(size.width)
        let rows = Int(size.height)
        guard columns != width || rows != height, let mask else { return self }
        let values = mask.withUnsafeBytes { bytes in
            (0..<columns * rows).map { index in
                let x = index % columns * width / columns
                let y = index / columns * height / rows
                return bytes[y * width + x]
            }
        }
        return Mask(uInt8Data: values, width: columns, height: rows, shouldCopy: true).map { PackedMask($0) } ?? self
    }
}
