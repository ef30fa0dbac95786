// SPDX-License-Identifier: Apache-2.0
extension HandLandmarkerResult {
    /// The values of a hand; see `ResultValue`.
    package static let values: [ResultValue<HandLandmarkerResult, Hand>] = [
        ResultValue(
            "score", key: "handScores", .scores,
            .number(ValueComponent("score", "The landmark model's confidence that there is a hand.")),
            "The landmark model's confidence that there is a hand."
        ) { hand, _, numbers in
            numbers.write([hand.score ?? .nan])
        },
        ResultValue(
            "person", key: "personIDs", .persons,
            .number(
                ValueComponent("person", "A number for the person whose hand this is, from 1.", in: 1...16_777_216)),
            "A number for the person whose hand this is, from 1, the same for both hands and from frame to frame."
        ) { hand, _, numbers in
            numbers.write([hand.personID.map(Float.init) ?? .nan])
        },
        ResultValue(
            "box", key: "boundingBoxes", .boxes, .box(isWhole: false),
            "The smallest box around the landmarks of each hand, in pixels; it may extend past the edges of the image."
        ) { hand, size, numbers in
            numbers.write(hand.landmarks.boundingBox(in: size) ?? .null)
        },
        ResultValue(
            "left_score", key: "handedness", .leftScores,
            .number(
                ValueComponent(
                    "left_score", "The probability of the category Left; that of Right is 1 minus this value.")),
            "The probability of the category Left; that of Right is 1 minus this value."
        ) { hand, _, numbers in
            numbers.write([hand.leftScore])
        },
        ResultValue(
            "landmarks", key: "landmarks", .landmarks, .points(landmarkCount, axes: ["x", "y", "z"]),
            "The \(landmarkCount) landmarks of each hand: x and y in fractions of width and height, z on the scale of x.",
            columns: (0..<landmarkCount).flatMap { ["x\($0)", "y\($0)", "z\($0)"] }
        ) { $2.write($0.landmarks, \.x, \.y, \.z) },
        ResultValue(
            "world_landmarks", key: "worldLandmarks", .worldLandmarks, .points(landmarkCount, axes: ["x", "y", "z"]),
            "The same landmarks in meters from the center of the hand: x right, y down, z away from the camera.",
            columns: (0..<landmarkCount).flatMap { ["world_x\($0)", "world_y\($0)", "world_z\($0)"] }
        ) { $2.write($0.worldLandmarks, \.x, \.y, \.z) },
    ]

    private static let landmarkCount = HandLandmark.allCases.count
}

extension HandLandmarkerResult.Hand {
    /// The probability of the category `Left`, 0 to 1.
    package var leftScore: Float { handedness.index == 1 ? handedness.score : 1 - handedness.score }
}
