// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament

/// The arrays of a `LineamentSolutionResult`, in one piece of memory.
final class SolutionArrays: @unchecked Sendable {
    // Sound: the memory is written while the object is created, and only read afterwards.

    private let floats: UnsafeMutablePointer<Float>
    private let mask: Mask?
    private(set) var result = LineamentSolutionResult()

    /// Copies the values of a result.
    init(_ output: SolutionOutput, width: Int, height: Int) {
        let arrays = Self.arrays(of: output)
        let count = arrays.reduce(0) { $0 + $1.values.count }
        floats = .allocate(capacity: max(1, count))
        mask = output.mask
        var next = floats
        for array in arrays where !array.values.isEmpty {
            next.initialize(from: array.values, count: array.values.count)
            result[keyPath: array.place] = UnsafePointer(next)
            next += array.values.count
        }
        result.width = Int32(width)
        result.height = Int32(height)
        result.hand_count = Int32(output.hands.count)
        result.face_count = Int32(output.faces.count)
        result.face_landmark_count = Int32(output.faces.first?.count ?? 0)
        result.detection_count = Int32(output.detections.count)
        result.mask = mask?.withUnsafeFloats { $0.baseAddress }
    }

    deinit { floats.deallocate() }

    /// Hands the arrays over to C, which releases them with the result.
    func handedOver() -> LineamentSolutionResult {
        var result = result
        result.owner = Unmanaged.passRetained(self).toOpaque()
        return result
    }

    /// Releases the arrays of a result.
    static func release(_ result: UnsafeMutablePointer<LineamentSolutionResult>?) {
        guard let owner = result?.pointee.owner else { return }
        result?.pointee = LineamentSolutionResult()
        Unmanaged<SolutionArrays>.fromOpaque(owner).release()
    }

    private struct Values {
        let place: WritableKeyPath<LineamentSolutionResult, UnsafePointer<Float>?>
        let values: [Float]
    }

    private static func arrays(of output: SolutionOutput) -> [Values] {
        [
            Values(place: \.hand_landmarks, values: output.hands.flatMap { flat($0.landmarks) }),
            Values(place: \.hand_world_landmarks, values: output.hands.flatMap { flat($0.world) }),
            Values(place: \.hand_scores, values: output.hands.flatMap { [$0.leftScore, 1 - $0.leftScore] }),
            Values(place: \.pose_landmarks, values: output.body.map { flat($0.landmarks, $0.visibility) } ?? []),
            Values(place: \.pose_world_landmarks, values: output.body.map { flat($0.world, $0.visibility) } ?? []),
            Values(place: \.face_landmarks, values: output.faces.flatMap { flat($0) }),
            Values(place: \.left_hand_landmarks, values: output.leftHand.map { flat($0) } ?? []),
            Values(place: \.right_hand_landmarks, values: output.rightHand.map { flat($0) } ?? []),
            Values(
                place: \.detections,
                values: output.detections.flatMap { face in
                    [face.score, face.origin.x, face.origin.y, face.size.x, face.size.y]
                        + face.keypoints.flatMap { [$0.x, $0.y] }
                }),
        ]
    }

    private static func flat(_ points: [SIMD3<Float>]) -> [Float] {
        var values: [Float] = []
        values.reserveCapacity(3 * points.count)
        for point in points {
            values.append(point.x)
            values.append(point.y)
            values.append(point.z)
        }
        return values
    }

    private static func flat(_ points: [SIMD3<Float>], _ visibility: [Float]) -> [Float] {
        zip(points, visibility).flatMap { [$0.x, $0.y, $0.z, $1] }
    }
}
