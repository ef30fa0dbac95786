// SPDX-License-Identifier: Apache-2.0
extension PointSeries {
    /// The bones of arms and legs, each after the one that it hangs on.
    private static let bones: [(parent: Int, child: Int)] = [
        (11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (12, 14), (14, 16), (16, 18), (16, 20), (16, 22),
        (23, 25), (25, 27), (27, 29), (27, 31), (24, 26), (26, 28), (28, 30), (28, 32),
    ]

    /// Gives each bone of the arms and legs of a body the same length in all frames, its median in meters. Directions
    /// stay.
    mutating func keepBoneLengths() {
        keepBoneLengths(Self.medians((0..<frameCount).map(boneLengths)))
    }

    /// Returns the length of each bone in a frame, in meters; NaN where an end is missing.
    func boneLengths(at frame: Int) -> [Double] {
        Self.bones.map { bone in
            guard let parent = worldPosition(of: bone.parent, at: frame),
                let child = worldPosition(of: bone.child, at: frame)
            else { return .nan }
            return Vector(child - parent).length
        }
    }

    /// Returns the median of each bone's lengths in some frames.
    static func medians(_ lengths: [[Double]]) -> [Double] {
        bones.indices.map { bone in lengths.map { $0[bone] }.filter(\.isFinite).median }
    }

    /// Gives each bone a length in all frames.
    mutating func keepBoneLengths(_ lengths: [Double]) {
        for frame in 0..<frameCount {
            var placed: [Int: SIMD3<Float>] = [:]
            for (bone, length) in zip(Self.bones, lengths) {
                guard let parent = worldPosition(of: bone.parent, at: frame),
                    let child = worldPosition(of: bone.child, at: frame)
                else { continue }
                let direction = SIMD3<Float>(Vector(child - parent).unit * length)
                placed[bone.child] = (placed[bone.parent] ?? parent) + direction
            }
            for (point, position) in placed {
                for axis in 0..<3 { world[3 * (frame * pointCount + point) + axis] = position[axis] }
            }
        }
    }
}
