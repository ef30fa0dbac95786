// SPDX-License-Identifier: Apache-2.0
extension FaceAnalyzerOptions {
    /// The options of the task; see ``TaskOption``.
    package static let table: [TaskOption<FaceAnalyzerOptions>] = [
        .choice("range", \.range, .range, DetectionRange.summary)
            .with(
                \.help,
                """
                Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera), \
                full (within about 5 m).
                """
            )
            .with(\.pythonName, "detection_range"),
        .output("landmarkMode", \.outputLandmarks, .landmarkMode, "Ten landmarks per face."),
        .output("contourMode", \.outputContours, .contourMode, "Contours of the largest face."),
        .output(
            "classificationMode", \.outputExpressions, .classificationMode, "Classification of smiles and open eyes."),
        .fraction(
            "minFaceSize", .minFaceSize, "Minimum width of a face, as a fraction of the image width.",
            placeholder: "fraction", get: { $0.minFaceSize }, set: { $0.minFaceSize = $1 }
        ).with(
            \.help, "Minimum width of a face, as a fraction of the image width. ML Kit's own default is 0.1."),
    ].withDefaults(of: FaceAnalyzerOptions())
}

extension TaskOption<FaceAnalyzerOptions> {
    /// An option that is `all` or `none`, as in ML Kit.
    fileprivate static func output(
        _ name: String, _ path: OptionPath<FaceAnalyzerOptions, Bool>, _ field: OptionField, _ summary: String
    ) -> Self {
        .choice(
            name, field, summary, get: { $0[keyPath: path] ? OutputMode.all : .none },
            set: { $0[keyPath: path] = $1 == .all })
    }
}

/// Whether a kind of output is produced.
package enum OutputMode: String, OptionChoice {
    case none, all

    package static var frontDefault: Self { .all }
}
