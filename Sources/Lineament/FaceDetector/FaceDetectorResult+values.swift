// SPDX-License-Identifier: Apache-2.0
extension FaceDetectorResult {
    /// The values of a face; see `ResultValue`.
    package static let values: [ResultValue<FaceDetectorResult, Detection>] = [
        ResultValue(
            "score", key: "score", .scores, .number(ValueComponent("score", "The score of the face.")),
            "The score of each face."
        ) { $2[0] = $0.score },
        ResultValue(
            "box", key: "boundingBox", .boxes, .box(isWhole: true), "The box around the face, in whole pixels."
        ) { $2.write($0.boundingBox) },
        ResultValue(
            "landmarks", key: "keypoints", .landmarks, .points(FaceKeypoint.allCases.count, axes: ["x", "y"]),
            "Right eye, left eye, nose tip, mouth, right ear, left ear, as fractions of width and height.",
            columns: ["right_eye", "left_eye", "nose_tip", "mouth", "right_ear", "left_ear"].flatMap {
                ["\($0)_x", "\($0)_y"]
            }
        ) { face, _, numbers in
            numbers.write((face.keypoints ?? []).flatMap { [Float($0.location.x), Float($0.location.y)] })
        },
    ]
}
