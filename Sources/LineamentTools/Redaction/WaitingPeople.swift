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
        /// The size of the frame, in pixels.
        let size: CGSize
        let people: [RedactedPerson]
        /// The masks whose union covers them.
        var masks: [PackedMask]
        /// What covers each of them.
        var bodies: [CoveredBody]
    }

    /// The number of frames whose masks are covered at once.
    private static let spread = 3
    /// The time, in seconds, within which people do not disappear.
    private static let memory = 0.5

    private var waiting: [Frame] = []
    /// The last frame taken in which nobody was missing.
    private var last: Frame?

    /// Adds the people of the next frame.
    mutating func add(_ poses: [PoseLandmarkerResult.Pose], time: Double, size: CGSize) {
        let mask = poses.compactMap(\.segmentationMask).union.map { PackedMask($0) }
        let people = poses.compactMap { RedactedPerson($0, in: size) }
        let bodies = poses.compactMap { pose -> CoveredBody? in
            guard let mask = pose.segmentationMask, let cells = CellMask(mask, limit: CellMask.frameLimit) else {
                return nil
            }
            let person = RedactedPerson(pose, in: size)
            return CoveredBody(id: pose.trackID ?? CoveredBody.unknown, cells: cells, person: person)
        }
        waiting.append(
            Frame(time: time, size: size, people: people, masks: mask.map { [$0] } ?? [], bodies: bodies.merged))
    }

    /// Returns the people of the first frame that waits, with masks of its size; `nil` if no people are covered.
    mutating func takeFirst() -> Frame? {
        guard let first = waiting.first else { return nil }
        var covered = Array(waiting.prefix(Self.spread))
        let near = waiting.dropFirst().prefix { $0.time - first.time <= Self.memory }
        if let next = near.first(where: { $0.people.count > first.people.count }) { covered.append(next) }
        if let last, last.people.count > first.people.count, first.time - last.time <= Self.memory {
            covered.append(last)
        } else {
            last = first
        }
        waiting.removeFirst()
        let others = covered.dropFirst().flatMap { $0.bodies.unseen(from: $0.size, to: first.size) }
        return Frame(
            time: first.time, size: first.size, people: first.people,
            masks: covered.flatMap(\.masks).map { $0.resized(to: first.size) }, bodies: (first.bodies + others).merged)
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
