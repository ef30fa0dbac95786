// SPDX-License-Identifier: Apache-2.0
extension HolisticLandmarkerOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<HolisticLandmarkerOptions>] = [
        .limit("numPeople", \.numPeople, .maxCount, "Maximum number of people."),
        .fraction(
            "minPoseDetectionConfidence", \.minPoseDetectionConfidence, .minDetection,
            "Minimum score of a detected person."),
        .suppression("minPoseSuppressionThreshold", \.minPoseSuppressionThreshold, .minSuppression, of: "person"),
        .fraction(
            "minPosePresenceConfidence", \.minPosePresenceConfidence, .minPresence,
            "Minimum score of the landmark model for the presence of a person."),
        .fraction(
            "minFaceDetectionConfidence", \.minFaceDetectionConfidence, .minFaceDetection,
            "Minimum score of a person's detected face."),
        .suppression("minFaceSuppressionThreshold", \.minFaceSuppressionThreshold, .minFaceSuppression, of: "face"),
        .fraction(
            "minFacePresenceConfidence", \.minFacePresenceConfidence, .minFacePresence,
            "Minimum score of the landmark model for the presence of a face."),
        .fraction(
            "minHandLandmarksConfidence", \.minHandLandmarksConfidence, .minHandPresence,
            "Minimum score of the landmark model for the presence of a hand."),
        .choice(
            "smoothing", \.smoothing, .smoothing,
            "Smoothing of landmarks between frames: mediapipe (bodies), everyone (faces and hands as well), or none."
        )
        .with(\.help, "Smoothing in videos: everyone (bodies, faces and hands), mediapipe (bodies), none.")
        .with(\.media, [.video, .live]),
        .flag(
            "outputFaceBlendshapes", \.outputFaceBlendshapes, .blendshapes,
            "Whether to output the scores of \(Blendshape.allCases.count) blendshapes."),
        // On the command line, masks are files.
        .flag(
            "outputSegmentationMasks", \.outputPoseSegmentationMasks, .masks,
            "Whether to output a segmentation mask of each person."
        )
        .with(\.media, [.live])
        .with(\.exceptions, [.commandLine])
        .with(\.pythonName, "output_pose_segmentation_masks"),
    ].withDefaults(of: HolisticLandmarkerOptions())
}

extension TaskOption {
    /// The overlap above which two detections are one.
    fileprivate static func suppression(
        _ name: String, _ path: OptionPath<Options, Float>, _ field: OptionField, of subject: String
    ) -> Self {
        fraction(
            name, path, field, "Overlap above which two detections of a \(subject) are merged.", placeholder: "overlap")
    }
}
