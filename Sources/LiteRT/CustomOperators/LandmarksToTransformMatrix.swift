// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// MediaPipe's operator that finds where the eyes or lips are: from the landmarks of a face to the matrix that takes a cut-out
/// of them to the image.
///
/// The single-precision steps are those of MediaPipe's `landmarks_to_transform_matrix.cc`, version 2.
struct LandmarksToTransformMatrix: CustomOperator {
    static let name = "Landmarks2TransformMatrix"
    static let version = 2

    private let ends: (left: Int, right: Int)
    private let points: [Int]
    private let cutOut: (width: Float, height: Float)
    private let scale: (x: Float, y: Float)
    private let target: Float

    /// Models come from files, so that an index may be any number.
    private static let indexes: ClosedRange<Double> = 0...65535

    init?(options: [UInt8]) {
        guard let map = FlexBufferMap(options), let points = map.integers("subset_idxs"), !points.isEmpty,
            points.allSatisfy({ $0 >= 0 }),
            let left = map.number("left_rotation_idx"), let right = map.number("right_rotation_idx"),
            Self.indexes.contains(left), Self.indexes.contains(right),
            let width = map.number("output_width"), let height = map.number("output_height"), width > 0, height > 0,
            let x = map.number("scale_x"), let y = map.number("scale_y"), x > 0, y > 0,
            let target = map.number("target_rotation_radians")
        else { return nil }
        self.points = points
        ends = (Int(left), Int(right))
        cutOut = (Float(width), Float(height))
        scale = (Float(x), Float(y))
        self.target = Float(target)
    }

    func outputShape(_ inputs: [[Int]]) -> [Int]? {
        guard inputs.count == 1, inputs[0].count == 3, inputs[0][2] == 3 else { return nil }
        let limit = inputs[0][1]
        return (points + [ends.left, ends.right]).allSatisfy { $0 < limit } ? [1, 4, 4] : nil
    }

    func run(_ inputs: [OperatorTensor], output: OperatorTensor) {
        let landmarks = inputs[0].elements
        func point(_ index: Int) -> SIMD2<Float> { SIMD2(landmarks[3 * index], landmarks[3 * index + 1]) }
        // The box of the points in the rotation in which the line has the target direction.
        let line = point(ends.right) - point(ends.left)
        let rotation = target - atan2f(line.y, line.x)
        let turned = points.map { Self.turned(point($0), by: rotation) }
        let low = turned.dropFirst().reduce(turned[0], pointwiseMin)
        let high = turned.dropFirst().reduce(turned[0], pointwiseMax)
        let center = Self.turned((low + high) / 2, by: -rotation)
        let extent = high - low
        // The map from the cutout to that box, rotated back.
        let c = cosf(-rotation)
        let s = sinf(-rotation)
        let across = scale.x * extent.x / cutOut.width
        let down = scale.y * extent.y / cutOut.height
        let first = SIMD2(c * across, -s * down)
        let second = SIMD2(s * across, c * down)
        let shift = SIMD2(-cutOut.width / 2, -cutOut.height / 2)
        let rows = [
            SIMD4(first.x, first.y, 0, first.x * shift.x + first.y * shift.y + center.x),
            SIMD4(second.x, second.y, 0, second.x * shift.x + second.y * shift.y + center.y),
            SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1),
        ]
        for (row, values) in rows.enumerated() {
            for column in 0..<4 { output.elements[4 * row + column] = values[column] }
        }
    }

    private static func turned(_ point: SIMD2<Float>, by angle: Float) -> SIMD2<Float> {
        let c = cosf(angle)
        let s = sinf(angle)
        return SIMD2(c * point.x - s * point.y, s * point.x + c * point.y)
    }
}
