// SPDX-License-Identifier: Apache-2.0
extension FaceDetectorOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<FaceDetectorOptions>] =
        ([
            .fraction(
                "minDetectionConfidence", \.minDetectionConfidence, .minDetection, "Minimum score of a face."),
            .fraction(
                "minSuppressionThreshold", \.minSuppressionThreshold, .minSuppression,
                "Overlap above which two boxes are merged into one face.", placeholder: "overlap"
            ).with(
                \.help,
                "Overlap (intersection over union, 0 to 1) above which two boxes are merged into one face."),
        ] + .search(range: \.range, maxSearchedPixels: \.maxSearchedPixels))
        .withDefaults(of: FaceDetectorOptions())
}

extension Array {
    /// The options of the search for faces.
    static func search<Options>(
        range: OptionPath<Options, DetectionRange>,
        maxSearchedPixels: OptionPath<Options, Int>
    ) -> Self where Element == TaskOption<Options> {
        let range = Element.choice("range", range, .range, DetectionRange.summary)
            .with(
                \.help,
                """
                Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's \
                camera, MediaPipe's default), full (within about 5 m).
                """
            )
            .with(\.pythonName, "detection_range")
        let maxSearchedPixels = Element.count(
            "maxSearchedPixels", maxSearchedPixels, .maxSearchedPixels,
            "Maximum number of pixels that the range auto searches, over all scales.", .count(1...1_000_000_000),
            placeholder: "pixels"
        ).with(
            \.help,
            """
            Maximum number of pixels that --range auto searches per image, over all scales. A million takes about \
            23 ms on two cores.
            """)
        return [range, maxSearchedPixels].map { $0.with(\.section, .search) }
    }
}

extension DetectionRange {
    /// The effect of an option of this type, in one sentence.
    package static let summary = """
        Detection range: short (faces within about 2 m of a phone's camera), full (within about 5 m), or auto (faces of \
        all sizes).
        """
}

extension DetectionRange: OptionChoice {
    package static var frontDefault: Self { .auto }
}
