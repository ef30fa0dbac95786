// SPDX-License-Identifier: Apache-2.0
extension PoseLandmarkerResult {
    /// The values of a person; see `ResultValue`.
    package static let values: [ResultValue<PoseLandmarkerResult, Pose>] = [
        ResultValue(
            "box", key: "boundingBoxes", .boxes, .box(isWhole: false),
            "The smallest box around the landmarks of each person, in pixels; it may extend past the edges of the image."
        ) { pose, size, numbers in
            numbers.write(pose.landmarks.boundingBox(in: size) ?? .null)
        },
        ResultValue(
            "landmarks", key: "landmarks", .landmarks, .points(landmarkCount, axes: ["x", "y", "z"]),
            "The \(landmarkCount) landmarks of each person: x and y in fractions of width and height, z on the scale of x.",
            columns: (0..<landmarkCount).flatMap { ["x\($0)", "y\($0)", "z\($0)"] }
        ) { $2.write($0.landmarks, \.x, \.y, \.z) },
        ResultValue(
            "visibility", key: "visibility", .visibilities,
            .numberPerPoint(
                landmarkCount,
                ValueComponent("visibility", "The likelihood that the point is in the image and not hidden.")),
            "The likelihood that each landmark is in the image and not hidden.",
            columns: (0..<landmarkCount).map { "visibility\($0)" }, points: "landmarks"
        ) { $2.write($0.landmarks.lazy.map { $0.visibilityValue ?? .nan }) },
        ResultValue(
            "presence", key: "presence", .presences,
            .numberPerPoint(
                landmarkCount, ValueComponent("presence", "The likelihood that the point is in the image.")),
            "The likelihood that each landmark is in the image.",
            columns: (0..<landmarkCount).map { "presence\($0)" }, points: "landmarks"
        ) { $2.write($0.landmarks.lazy.map { $0.presenceValue ?? .nan }) },
        ResultValue(
            "world_landmarks", key: "worldLandmarks", .worldLandmarks, .points(landmarkCount, axes: ["x", "y", "z"]),
            "The same landmarks in meters from the midpoint between the hips: x right, y down, z away from the camera.",
            columns: (0..<landmarkCount).flatMap { ["world_x\($0)", "world_y\($0)", "world_z\($0)"] }
        ) { $2.write($0.worldLandmarks, \.x, \.y, \.z) },
    ]

    private static let landmarkCount = PoseLandmark.allCases.count
}
