// SPDX-License-Identifier: Apache-2.0
extension HolisticLandmarkerResult {
    /// The values of a person; see `ResultValue`.
    package static let values: [ResultValue<HolisticLandmarkerResult, Person>] =
        valuesOfBodyAndFace + hand("left", \.leftHand, .leftHandLandmarks, .leftHandWorldLandmarks)
        + hand("right", \.rightHand, .rightHandLandmarks, .rightHandWorldLandmarks)

    // Apart from the others, because Swift 6.2 gives up on the type of the whole.
    private static let valuesOfBodyAndFace: [ResultValue<HolisticLandmarkerResult, Person>] = [
        ResultValue(
            "box", key: "boundingBoxes", .boxes, .box(isWhole: false),
            "The smallest box around the landmarks of each body, in pixels; it may extend past the edges of the image."
        ) { person, size, numbers in
            numbers.write(person.landmarks.boundingBox(in: size) ?? .null)
        },
        ResultValue(
            "landmarks", key: "poseLandmarks", .landmarks, .points(bodyCount, axes: axes),
            "The \(bodyCount) landmarks of each body: x and y in fractions of width and height, z on the scale of x.",
            columns: columns("", bodyCount)
        ) { $2.write($0.landmarks, \.x, \.y, \.z) },
        ResultValue(
            "visibility", key: "visibility", .visibilities,
            .numberPerPoint(
                bodyCount,
                ValueComponent("visibility", "The likelihood that the point is in the image and not hidden.")),
            "The likelihood that each landmark of a body is in the image and not hidden.",
            columns: (0..<bodyCount).map { "visibility\($0)" }, points: "landmarks"
        ) { $2.write($0.landmarks.lazy.map { $0.visibilityValue ?? .nan }) },
        ResultValue(
            "presence", key: "presence", .presences,
            .numberPerPoint(
                bodyCount, ValueComponent("presence", "The likelihood that the point is in the image.")),
            "The likelihood that each landmark of a body is in the image.",
            columns: (0..<bodyCount).map { "presence\($0)" }, points: "landmarks"
        ) { $2.write($0.landmarks.lazy.map { $0.presenceValue ?? .nan }) },
        ResultValue(
            "world_landmarks", key: "poseWorldLandmarks", .worldLandmarks, .points(bodyCount, axes: axes),
            "The same landmarks in meters from the midpoint between the hips: x right, y down, z away from the camera.",
            columns: columns("world_", bodyCount)
        ) { $2.write($0.worldLandmarks, \.x, \.y, \.z) },
        ResultValue(
            "face_landmarks", key: "faceLandmarks", .faceLandmarks,
            .points(FaceMeshLandmark.count, axes: axes),
            """
            The \(FaceMeshLandmark.count) landmarks of each person's face: x and y in fractions of width and height, z \
            on the scale of x.
            """,
            columns: columns("face_", FaceMeshLandmark.count)
        ) { $2.write($0.face?.array ?? [], \.x, \.y, \.z) }.optionalForSubjects,
        ResultValue(
            "blendshapes", key: "faceBlendshapes", .blendshapes, .scores(FaceLandmarker.blendshapeNames),
            "The \(Blendshape.allCases.count) blendshapes of each person's face. Only on request.",
            isPresent: \.hasBlendshapes
        ) { $2.write($0.blendshapes?.scores ?? []) }.optionalForSubjects,
    ]

    private static let bodyCount = PoseLandmark.allCases.count
    private static let axes = ["x", "y", "z"]

    private static func columns(_ prefix: String, _ count: Int) -> [String] {
        (0..<count).flatMap { index in axes.map { "\(prefix)\($0)\(index)" } }
    }

    /// Returns the values of one of the hands.
    private static func hand(
        _ side: String, _ hand: any KeyPath<Person, Person.Hand?> & Sendable, _ array: ResultArray,
        _ worldArray: ResultArray
    ) -> [ResultValue<HolisticLandmarkerResult, Person>] {
        let count = HandLandmark.allCases.count
        return [
            ResultValue(
                "\(side)_hand_landmarks", key: "\(side)HandLandmarks", array, .points(count, axes: axes),
                """
                The \(count) landmarks of each person's \(side) hand: x and y in fractions of width and height, z on the \
                scale of x.
                """,
                columns: columns("\(side)_hand_", count)
            ) { $2.write($0[keyPath: hand]?.landmarks.array ?? [], \.x, \.y, \.z) }.optionalForSubjects,
            ResultValue(
                "\(side)_hand_world_landmarks", key: "\(side)HandWorldLandmarks", worldArray,
                .points(count, axes: axes),
                "The same landmarks in meters from the midpoint between the hips: x right, y down, z away from the camera.",
                columns: columns("\(side)_hand_world_", count)
            ) { $2.write($0[keyPath: hand]?.worldLandmarks.array ?? [], \.x, \.y, \.z) }.optionalForSubjects,
        ]
    }
}
