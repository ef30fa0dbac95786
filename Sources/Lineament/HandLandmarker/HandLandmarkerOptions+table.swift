// SPDX-License-Identifier: Apache-2.0
extension HandLandmarkerOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<HandLandmarkerOptions>] = [
        .limit("numHands", \.numHands, .maxCount, "Maximum number of hands."),
        .fraction(
            "minHandDetectionConfidence", \.minHandDetectionConfidence, .minDetection,
            "Minimum score of a detected palm."),
        .fraction(
            "minHandPresenceConfidence", \.minHandPresenceConfidence, .minPresence,
            "Minimum score of the landmark model for the presence of a hand."),
        .tracking(\.minTrackingConfidence, of: "hand"),
        .choice(
            "smoothing", \.smoothing, .smoothing,
            "Smoothing of landmarks between frames: everyone (every hand), or mediapipe and none (no hand)."
        )
        .with(\.help, "Smoothing in videos: everyone (every hand), mediapipe and none (no hand).")
        .with(\.media, [.video, .live]),
        .choice(
            "range", \.range, .handRange,
            """
            Where hands are looked for: short (in the whole image, hands within an arm's length, MediaPipe's default), or \
            auto (also at the wrists of people farther away).
            """
        )
        .with(
            \.help,
            """
            Where hands are looked for: auto (in the image and at the wrists of people), short (in the image, hands within \
            an arm's length of the camera, MediaPipe's default).
            """
        )
        .with(\.section, .search)
        .with(\.pythonName, "detection_range"),
    ].withDefaults(of: HandLandmarkerOptions())
}

extension HandRange: OptionChoice {
    package static var frontDefault: Self { .auto }
}
