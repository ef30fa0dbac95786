// SPDX-License-Identifier: Apache-2.0
extension FaceLandmarkerOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<FaceLandmarkerOptions>] =
        ([
            .limit("numFaces", \.numFaces, .maxCount, "Maximum number of faces."),
            .fraction(
                "minFaceDetectionConfidence", \.minFaceDetectionConfidence, .minDetection,
                "Minimum score of a detected face."),
            .fraction(
                "minFacePresenceConfidence", \.minFacePresenceConfidence, .minPresence,
                "Minimum score of the landmark model for the presence of a face."),
            .tracking(\.minTrackingConfidence, of: "face"),
            .smoothing(\.smoothing, limit: "--num-faces"),
            .flag(
                "outputFaceBlendshapes", \.outputFaceBlendshapes, .blendshapes,
                "Whether to output the scores of \(Blendshape.allCases.count) blendshapes."),
            .flag(
                "outputFacialTransformationMatrixes", \.outputFacialTransformationMatrixes, .matrices,
                "Whether to output the head pose as a 4x4 matrix."),
            .flag(
                "outputFaceMeshes", \.outputFaceMeshes, .meshes,
                "Whether to output the mesh of the face in centimeters, in camera space."),
            TaskOption(
                "cameraFov", "Vertical angle of view of the camera in degrees, for the head pose.",
                .number(FaceLandmarkerOptions.fieldsOfView), .cameraFov,
                get: { .number(Double($0.verticalFieldOfView)) },
                set: { if case .number(let degrees) = $1 { $0.verticalFieldOfView = Float(degrees) } }
            ).with(\.placeholder, "degrees").with(
                \.help,
                """
                Vertical angle of view of the camera, 1 to 170, for the head pose. MediaPipe assumes 63; phones have 40 \
                to 65.
                """),
            TaskOption(
                "focalLength",
                "Focal length of the camera in pixels of the upright image, instead of the angle of view; 0: unknown.",
                .number(FaceLandmarkerOptions.focalLengths), .focalLength,
                get: { .number(Double($0.focalLength ?? 0)) },
                set: { if case .number(let pixels) = $1 { $0.focalLength = pixels == 0 ? nil : Float(pixels) } }
            ).with(\.placeholder, "pixels").with(
                \.help,
                "Focal length of the camera in pixels of the upright image, instead of --camera-fov. 0: unknown."),
        ] + .search(range: \.range, maxSearchedPixels: \.maxSearchedPixels))
        .withDefaults(of: FaceLandmarkerOptions())
}

extension TaskOption {
    /// The overlap at which a tracked and a detected subject are the same.
    static func tracking(
        _ path: OptionPath<Options, Float>, of subject: String
    ) -> Self {
        fraction(
            "minTrackingConfidence", path, .minTracking,
            "Minimum overlap at which a tracked and a detected subject are the same.", placeholder: "overlap"
        )
        .with(\.help, "Minimum overlap at which a tracked and a detected \(subject) are the same, 0 to 1.")
        .with(\.media, [.video, .live])
    }

    /// The subjects whose landmarks are smoothed.
    /// - Parameter limit: The command line's option for the number of subjects.
    static func smoothing(_ path: OptionPath<Options, Smoothing>, limit: String) -> Self {
        choice(
            "smoothing", path, .smoothing,
            """
            Smoothing of landmarks between frames: mediapipe (only if at most one subject is requested), everyone, or none.
            """
        )
        .with(\.help, "Smoothing in videos: everyone, mediapipe (smooths only with \(limit) 1), none.")
        .with(\.media, [.video, .live])
    }
}
