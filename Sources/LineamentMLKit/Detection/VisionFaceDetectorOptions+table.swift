package import Lineament

extension VisionFaceDetectorOptions {
    /// Returns the options of the task `faces` with the library's defaults, those of C and Python: accurate, and
    /// everything but contours.
    package static func ofAttributes() -> VisionFaceDetectorOptions {
        let options = VisionFaceDetectorOptions()
        options.performanceMode = .accurate
        options.range = .auto
        options.landmarkMode = .all
        options.classificationMode = .all
        options.minFaceSize = 0
        return options
    }

    /// The options of the task `faces`; see `TaskOption`.
    package static let table: [TaskOption<VisionFaceDetectorOptions>] = [
        .choice("range", .range, DetectionRange.summary, get: { $0.range ?? .auto }, set: { $0.range = $1 })
            .with(
                \.help,
                """
                Detection range: auto (all faces from about 8 pixels), short (faces within about 2 m of a phone's camera), \
                full (within about 5 m).
                """
            )
            .with(\.pythonName, "detection_range"),
        .choice(
            "landmarkMode", .landmarkMode, "Ten landmarks per face.",
            get: { $0.landmarkMode == .all ? OutputMode.all : .none },
            set: { $0.landmarkMode = $1 == .all ? .all : .none }),
        .choice(
            "contourMode", .contourMode, "Contours of the largest face.",
            get: { $0.contourMode == .all ? OutputMode.all : .none },
            set: { $0.contourMode = $1 == .all ? .all : .none }),
        .choice(
            "classificationMode", .classificationMode, "Classification of smiles and open eyes.",
            get: { $0.classificationMode == .all ? OutputMode.all : .none },
            set: { $0.classificationMode = $1 == .all ? .all : .none }),
        .fraction(
            "minFaceSize", .minFaceSize, "Minimum width of a face, as a fraction of the image width.",
            placeholder: "fraction", get: { $0.minFaceSize }, set: { $0.minFaceSize = $1 }
        ).with(
            \.help, "Minimum width of a face, as a fraction of the image width. ML Kit's own default is 0.1."),
    ].withDefaults(of: ofAttributes())
}

/// Whether a kind of output is produced, for all of ML Kit's modes.
package enum OutputMode: String, OptionChoice {
    case none, all

    package static var frontDefault: Self { .all }
}
