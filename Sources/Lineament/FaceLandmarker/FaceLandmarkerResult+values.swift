// SPDX-License-Identifier: Apache-2.0
extension FaceLandmarkerResult {
    /// The values of a face; see `ResultValue`.
    package static let values: [ResultValue<FaceLandmarkerResult, Face>] = [
        ResultValue(
            "score", key: "faceScores", .scores,
            .number(ValueComponent("score", "The confidence that a face is present; null if unknown.")),
            "The landmark model's score for each face."
        ) { $2[0] = $0.score ?? .nan },
        ResultValue(
            "box", key: "boundingBoxes", .boxes, .box(isWhole: false),
            "The smallest box around the landmarks of each face, in pixels."
        ) { $2.write($0.boundingBox(in: $1)) },
        ResultValue(
            "angles", key: "headAngles", .angles,
            .numbers([
                ValueComponent("pitch", "Positive looking up.", in: -90...90),
                ValueComponent("yaw", "Positive toward the right edge of the image.", in: -180...180),
                ValueComponent("roll", "Positive when the head tilts counterclockwise in the image.", in: -180...180),
            ]),
            "The angles of each head, in degrees.", columnOrder: [1, 0, 2],
            isPresent: \.hasTransformationMatrixes
        ) { face, _, numbers in
            if let angles = face.angles { numbers.write([angles.pitch, angles.yaw, angles.roll]) }
        },
        ResultValue(
            "angles_toward_camera", key: "headAnglesTowardCamera", .anglesTowardCamera,
            .numbers([
                ValueComponent("pitch", "Positive looking above the camera.", in: -90...90),
                ValueComponent("yaw", "Positive toward the right edge of the image.", in: -180...180),
                ValueComponent("roll", "Positive when the head tilts counterclockwise in the image.", in: -180...180),
            ]),
            "The angles of each head against the ray to the camera, in degrees: 0 for a face that looks into it.",
            columns: ["pitchToCamera", "yawToCamera", "rollToCamera"], columnOrder: [1, 0, 2],
            isPresent: \.hasTransformationMatrixes
        ) { face, _, numbers in
            if let angles = face.anglesTowardCamera { numbers.write([angles.pitch, angles.yaw, angles.roll]) }
        },
        ResultValue(
            "landmarks", key: "faceLandmarks", .landmarks, .points(FaceMeshLandmark.count, axes: ["x", "y", "z"]),
            """
            The \(FaceMeshLandmark.count) landmarks of each face: x and y in fractions of width and height, z on the \
            scale of x.
            """,
            columns: (0..<FaceMeshLandmark.count).flatMap { ["x\($0)", "y\($0)", "z\($0)"] }
        ) { $2.write($0.landmarks, \.x, \.y, \.z) },
        ResultValue(
            "blendshapes", key: "faceBlendshapes", .blendshapes, .scores(FaceLandmarker.blendshapeNames),
            "The \(Blendshape.allCases.count) blendshapes of each face. Only on request.",
            isPresent: { $0.faces.contains { $0.blendshapes != nil } }
        ) { $2.write($0.blendshapes?.scores ?? []) },
        ResultValue(
            "matrix", key: "facialTransformationMatrixes", .matrices, .matrix(side: 4),
            """
            The pose of each head: a 4x4 matrix, row by row, that transforms the canonical face (in cm) into camera space. \
            Only on request.
            """,
            isPresent: \.hasTransformationMatrixes
        ) { face, _, numbers in
            guard let matrix = face.transformationMatrix else { return }
            numbers.write((0..<16).lazy.map { matrix[row: $0 / 4, column: $0 % 4] })
        },
        ResultValue(
            "mesh", key: "faceMeshes", .meshes, .points(FaceMeshLandmark.count, axes: ["x", "y", "z"]),
            """
            The \(FaceMeshLandmark.count) landmarks of each face in centimeters from the camera: x right, y up, z toward the \
            viewer. Only on request.
            """,
            columns: (0..<FaceMeshLandmark.count).flatMap { ["mesh_x\($0)", "mesh_y\($0)", "mesh_z\($0)"] },
            isPresent: \.hasMeshes
        ) { $2.write($0.mesh ?? [], \.x, \.y, \.z) },
    ]
}
