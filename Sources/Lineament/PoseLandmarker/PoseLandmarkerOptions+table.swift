// SPDX-License-Identifier: Apache-2.0
extension PoseLandmarkerOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<PoseLandmarkerOptions>] = [
        .limit("numPoses", \.numPoses, .maxCount, "Maximum number of people."),
        .fraction(
            "minPoseDetectionConfidence", \.minPoseDetectionConfidence, .minDetection,
            "Minimum score of a detected person."),
        .fraction(
            "minPosePresenceConfidence", \.minPosePresenceConfidence, .minPresence,
            "Minimum score of the landmark model for the presence of a person."),
        .tracking(\.minTrackingConfidence, of: "person"),
        .smoothing(\.smoothing, limit: "--num-poses"),
        .choice(
            "separation", \.separation, .separation,
            """
            Handling of several people: mediapipe (MediaPipe's behavior, which may report a body twice) or distinct (each \
            body once).
            """
        ).with(
            \.help,
            "Handling of several people: distinct (each body is detected once), mediapipe (MediaPipe's behavior)."),
        // On the command line, --model also takes a file.
        .choice(
            "model", \.model, .model,
            "Pose model: lite (fastest), full, or heavy (most accurate); lite and heavy must be installed separately."
        ).with(\.exceptions, [.commandLine]).with(\.pythonName, "pose_model"),
        // On the command line, masks are files.
        .flag(
            "outputSegmentationMasks", \.shouldOutputSegmentationMasks, .masks,
            "Whether to output a segmentation mask of each person."
        ).with(\.media, [.live]).with(\.exceptions, [.commandLine]),
    ].withDefaults(of: PoseLandmarkerOptions())
}

extension PersonSeparation: OptionChoice {
    package static var frontDefault: Self { .distinct }
}

extension PoseLandmarkerModel: OptionChoice {
    package static var frontDefault: Self { .full }
}
