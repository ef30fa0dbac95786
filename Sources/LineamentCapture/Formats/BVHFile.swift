// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A BVH file: the skeleton in its rest pose in centimeters, and the rotations of each frame in degrees.
///
/// Its first frame is that of the recording, so that it runs along with the video and with other people: the first pose
/// is held before the person appears.
struct BVHFile {
    private static let centimeters = 100.0

    static func write(
        _ motion: BodyMotion, of recording: any RecordedFrames, _ options: CaptureOptions, to output: any CaptureOutput
    ) throws {
        var text = TextBuffer()
        text.append("HIERARCHY\n")
        var order: [Int] = []
        append(0, motion.skeleton, depth: 0, options, &order, to: &text)
        text.append("MOTION\nFrames: \(motion.frames.upperBound)\nFrame Time: ")
        text.append(1 / motion.rate, decimals: 8)
        text.append("\n")
        var last = [Vector](repeating: .zero, count: motion.skeleton.joints.count)
        try motion.forEachPose(in: recording) { index, pose, _, _ in
            // The first pose is held until then.
            for _ in 0..<(index == 0 ? motion.frames.lowerBound + 1 : 1) {
                append(pose.root * centimeters, to: &text)
                for joint in order {
                    last[joint] = angles(of: pose.rotations[joint], near: last[joint])
                    text.append(" ")
                    append(last[joint], to: &text)
                }
                text.append("\n")
                try text.flush(to: output)
            }
        }
        try output.write(text.take())
    }

    /// Returns the angles of a rotation about z, x and y in degrees: of all that mean the same, those nearest to the last
    /// ones, so that programs can interpolate between frames.
    static func angles(of rotation: Rotation, near last: Vector) -> Vector {
        let (z, x, y) = rotation.anglesZXY
        let candidates = [Vector(z, x, y), Vector(z + 180, 180 - x, y + 180)].map { angles in
            let turns: Vector = ((angles - last) / 360).rounded(.toNearestOrEven)
            return angles - turns * 360
        }
        let distances = candidates.map { ($0 - last).length }
        return distances[1] < distances[0] ? candidates[1] : candidates[0]
    }

    private static func append(_ vector: Vector, to text: inout TextBuffer) {
        for axis in 0..<3 {
            if axis > 0 { text.append(" ") }
            text.append(vector[axis], decimals: 5)
        }
    }

    /// Appends a joint and those that hang on it, and notes their order.
    private static func append(
        _ joint: Int, _ skeleton: Skeleton, depth: Int, _ options: CaptureOptions, _ order: inout [Int],
        to text: inout TextBuffer
    ) {
        order.append(joint)
        let indent = String(repeating: "\t", count: depth)
        let name = options.name(of: skeleton.joints[joint], orElse: .mixamo)
        text.append("\(indent)\(depth == 0 ? "ROOT" : "JOINT") \(name)\n\(indent){\n\(indent)\tOFFSET ")
        // The position of the hips is in each frame.
        append(depth == 0 ? .zero : skeleton.offsets[joint] * centimeters, to: &text)
        let positions = depth == 0 ? "6 Xposition Yposition Zposition" : "3"
        text.append("\n\(indent)\tCHANNELS \(positions) Zrotation Xrotation Yrotation\n")
        let children = skeleton.parents.indices.filter { skeleton.parents[$0] == joint }
        for child in children { append(child, skeleton, depth: depth + 1, options, &order, to: &text) }
        if children.isEmpty {
            text.append("\(indent)\tEnd Site\n\(indent)\t{\n\(indent)\t\tOFFSET ")
            append((skeleton.tips[skeleton.joints[joint]] ?? .zero) * centimeters, to: &text)
            text.append("\n\(indent)\t}\n")
        }
        text.append("\(indent)}\n")
    }
}
