// SPDX-License-Identifier: Apache-2.0

/// MediaPipe's operator that applies a matrix to points: `transform_landmarks.cc`, version 2.
struct TransformLandmarks: CustomOperator {
    static let name = "TransformLandmarks"
    static let version = 2

    init?(options: [UInt8]) {}

    func outputShape(_ inputs: [[Int]]) -> [Int]? {
        guard inputs.count == 2, inputs[0].count == 3, inputs[0][2] == 2, inputs[1] == [1, 4, 4] else { return nil }
        return inputs[0]
    }

    func run(_ inputs: [OperatorTensor], output: OperatorTensor) {
        let points = inputs[0].elements
        let matrix = inputs[1].elements
        for index in 0..<output.shape[1] {
            let x = points[2 * index]
            let y = points[2 * index + 1]
            for row in 0..<2 {
                output.elements[2 * index + row] = matrix[4 * row] * x + matrix[4 * row + 1] * y + matrix[4 * row + 3]
            }
        }
    }
}
