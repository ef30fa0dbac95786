// SPDX-License-Identifier: Apache-2.0
extension NormalizedLandmark {
    /// The landmark in the flipped image.
    var flipped: NormalizedLandmark {
        NormalizedLandmark(x: 1 - x, y: y, z: z, visibilityValue: visibilityValue, presenceValue: presenceValue)
    }
}

extension Landmark {
    /// The landmark in the flipped image.
    var flipped: Landmark {
        Landmark(x: -x, y: y, z: z, visibilityValue: visibilityValue, presenceValue: presenceValue)
    }
}

extension TransformMatrix {
    /// The pose of the mirror image of the canonical face, which is that face: still a rotation and a translation.
    var flipped: TransformMatrix {
        let side = Int(rows)
        let elements = (0..<side * side).map { index in
            let row = index / side
            let column = index % side
            return (row == 0) == (column == 0) ? self[row: row, column: column] : -self[row: row, column: column]
        }
        return TransformMatrix(rowMajor: elements, side: side)
    }
}

extension Mask {
    /// Returns a copy whose rows run from right to left.
    func flipped() throws -> Mask {
        try withUnsafeFloats { source in
            try Mask(width: width, height: height) { target in
                for row in stride(from: 0, to: source.count, by: width) {
                    for column in 0..<width { target[row + column] = source[row + width - 1 - column] }
                }
            }
        }
    }
}
