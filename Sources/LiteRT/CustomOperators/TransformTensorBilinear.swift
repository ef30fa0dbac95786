// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// MediaPipe's operator that cuts a part out of a tensor by a matrix, with bilinear interpolation.
///
/// Single and double precision are used as in MediaPipe's `transform_tensor_bilinear.cc`, version 2.
struct TransformTensorBilinear: CustomOperator {
    static let name = "TransformTensorBilinear"
    static let version = 2

    /// Models come from files: an input of one is never as large as this.
    private static let sides: ClosedRange<Double> = 1...4096

    private let width: Int
    private let height: Int

    init?(options: [UInt8]) {
        guard let map = FlexBufferMap(options), let width = map.number("output_width"),
            let height = map.number("output_height"), Self.sides.contains(width), Self.sides.contains(height)
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
    }

    func outputShape(_ inputs: [[Int]]) -> [Int]? {
        guard inputs.count == 2, inputs[0].count == 4, inputs[1] == [1, 4, 4] else { return nil }
        return [1, height, width, inputs[0][3]]
    }

    func run(_ inputs: [OperatorTensor], output: OperatorTensor) {
        let matrix = inputs[1].elements
        func centered(_ row: Int) -> SIMD3<Float> {
            let x = matrix[4 * row]
            let y = matrix[4 * row + 1]
            // Pixels are compared at their centers.
            let shift = Double(matrix[4 * row + 3]) + (Double(x) * 0.5 + Double(y) * 0.5 - 0.5)
            return SIMD3(x, y, Float(shift))
        }
        let across = centered(0)
        let down = centered(1)
        let channels = inputs[0].shape[3]
        for y in 0..<height {
            for x in 0..<width {
                let place = SIMD3(Float(x), Float(y), 1)
                sample(
                    inputs[0], at: SIMD2((across * place).inOrder, (down * place).inOrder),
                    into: output.elements + (y * width + x) * channels)
            }
        }
    }

    /// Writes all channels of a position of the input; 0 outside it.
    private func sample(_ input: OperatorTensor, at place: SIMD2<Float>, into target: UnsafeMutablePointer<Float>) {
        let rows = input.shape[1]
        let columns = input.shape[2]
        let channels = input.shape[3]
        guard place.x >= 0, place.y >= 0, place.x <= Float(columns - 1), place.y <= Float(rows - 1) else {
            target.update(repeating: 0, count: channels)
            return
        }
        let left = Int(place.x)
        let top = Int(place.y)
        let right = Double(place.x - Float(left))
        let lower = Double(place.y - Float(top))
        func value(_ row: Int, _ column: Int, _ channel: Int) -> Double {
            row < rows && column < columns ? Double(input.elements[(row * columns + column) * channels + channel]) : 0
        }
        for channel in 0..<channels {
            func blended(_ row: Int) -> Double {
                let second = Float(right) * Float(value(row, left + 1, channel))
                return Double(Float((1 - right) * value(row, left, channel) + Double(second)))
            }
            target[channel] = Float(Double(Float(lower) * Float(blended(top + 1))) + (1 - lower) * blended(top))
        }
    }
}

extension SIMD3<Float> {
    /// The sum of the elements, from the first to the last.
    fileprivate var inOrder: Float { x + y + z }
}
