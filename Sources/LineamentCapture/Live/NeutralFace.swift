// SPDX-License-Identifier: Apache-2.0

/// The face and the place of the head of a person at rest, from which movements are counted.
struct NeutralFace {
    private let shapes: [Float]
    private let head: Rotation
    private let headPosition: Vector

    /// - Parameter frames: Frames with faces; at least one.
    init(_ frames: [LiveFrame]) {
        let scores = frames.compactMap(\.shapes)
        shapes = (scores.first ?? []).indices.map { index in
            Float(scores.map { Double($0[index]) }.median)
        }
        let first = frames.first?.head ?? .identity
        // Rotations of one second at rest lie so near to each other that their mean is the normalized sum.
        let turns = frames.map { $0.head.near(first) }
        head = Rotation(
            w: turns.reduce(0) { $0 + $1.w }, x: turns.reduce(0) { $0 + $1.x }, y: turns.reduce(0) { $0 + $1.y },
            z: turns.reduce(0) { $0 + $1.z })
        headPosition = frames.reduce(Vector.zero) { $0 + $1.headPosition } / Double(max(1, frames.count))
    }

    /// Counts scores and the head's place from the neutral ones: what is neutral becomes 0, and 1 stays 1.
    func applied(to frame: LiveFrame) -> LiveFrame {
        var frame = frame
        frame.shapes = frame.shapes.map { scores in
            zip(scores, shapes).map { score, rest in rest < 1 ? max(0, (score - rest) / (1 - rest)) : 0 }
        }
        frame.head = head.inverse * frame.head
        frame.headPosition = head.inverse.turning(frame.headPosition - headPosition)
        return frame
    }
}
