// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A frame as OpenPose's JSON: pixels and confidences of the 33 points of each body, in BlazePose's order, and of the
/// hands.
struct OpenPoseFile {
    let data: Data

    /// Writes a file for each frame.
    static func writeAll(_ recording: any RecordedFrames, to output: any CaptureOutput) throws {
        let size = SIMD2(Double(recording.width), Double(recording.height))
        for window in recording.windows(of: recording.times.indices) {
            let people = try recording.people(in: window)
            for frame in window {
                try output.open(CaptureFile(frame: frame, data: Data()), isOnly: false)
                try output.write(OpenPoseFile(people, frame: frame, size: size).data)
                try output.close()
            }
        }
    }

    /// - Parameters:
    ///   - people: The people in some frames, of which this is one.
    ///   - size: The size of the image.
    init(_ people: [RecordedPerson], frame: Int, size: SIMD2<Double>) {
        var text = TextBuffer()
        text.append("{\"version\":1.3,\"people\":[")
        let people = people.filter { person in
            person.frames.contains(frame) && person.isPresent(at: frame - person.frames.lowerBound)
        }
        for (index, person) in people.enumerated() {
            if index > 0 { text.append(",") }
            text.append("{\"person_id\":[\(person.trackID)],")
            let own = frame - person.frames.lowerBound
            let parts = [
                ("pose_keypoints_2d", person.body), ("face_keypoints_2d", nil),
                ("hand_left_keypoints_2d", person.leftHand), ("hand_right_keypoints_2d", person.rightHand),
            ]
            for (name, points) in parts {
                text.append("\"\(name)\":[")
                if let points { Self.append(points, own, size, to: &text) }
                text.append("],")
            }
            let empty = ["pose", "face", "hand_left", "hand_right"].map { "\"\($0)_keypoints_3d\":[]" }
            text.append(empty.joined(separator: ",") + "}")
        }
        text.append("]}\n")
        data = text.data
    }

    private static func append(_ points: PointSeries, _ frame: Int, _ size: SIMD2<Double>, to text: inout TextBuffer) {
        guard points.isPresent(at: frame) else { return }
        for point in 0..<points.pointCount {
            if point > 0 { text.append(",") }
            guard let position = points.imagePosition(of: point, at: frame) else {
                text.append("0,0,0")
                continue
            }
            text.append(Double(position.x) * size.x, decimals: 3)
            text.append(",")
            text.append(Double(position.y) * size.y, decimals: 3)
            text.append(",")
            let index = frame * points.pointCount + point
            text.append(points.visibility.isEmpty ? 1 : Double(points.visibility[index]), decimals: 5)
        }
    }
}
