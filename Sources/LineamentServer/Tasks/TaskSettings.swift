internal import Lineament
internal import LineamentMLKit
internal import LineamentOutput
internal import LineamentRender

/// The options of one request, checked against the task's table.
package struct TaskSettings: Sendable, Hashable {
    package let action: ServiceAction
    /// The values that differ from the defaults, each in its canonical form.
    private var values: [String: String] = [:]

    /// Checks the items of a query.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the option, its range and its default.
    package init(
        _ action: ServiceAction, for medium: TaskParameter.Medium, query: some Sequence<(name: String, value: String)>
    ) throws {
        self.action = action
        let parameters = action.parameters(for: medium)
        var given: Set<String> = []
        for (name, value) in query {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                throw Self.unknownOption(name, of: action, for: medium, among: parameters.map(\.name))
            }
            guard given.insert(name).inserted else {
                throw LineamentError(.invalidArgument, "\(name) is given more than once.")
            }
            guard parameter.accepts(value) else {
                let defaultValue = parameter.defaultValue.isEmpty ? "" : " (default: \(parameter.defaultValue))"
                throw LineamentError(
                    .invalidArgument, "\(name) must be \(parameter.valueDescription)\(defaultValue), not \(value).")
            }
            let canonical = parameter.canonical(value)
            values[name] = canonical == parameter.canonical(parameter.defaultValue) ? nil : canonical
        }
        guard background == nil || !isSet("worldView") else {
            throw LineamentError(
                .invalidArgument,
                "worldView and background exclude each other: one draws landmarks, the other people.")
        }
        if action == .redact {
            try redactorOptions.check(hasVideos: medium == .video) { $1.isEmpty ? $0 : "\($0)=\($1)" }
        }
    }

    private static func unknownOption(
        _ name: String, of action: ServiceAction, for medium: TaskParameter.Medium, among names: [String]
    ) -> LineamentError {
        let kind = medium == .live ? "live session" : medium.rawValue
        let hint =
            NearestWord.nearest(to: name, in: names).map { "Did you mean \($0)?" }
            ?? "Its options: \(names.joined(separator: ", "))."
        return LineamentError(
            .invalidArgument, "\(action.name) has no option \(name) for this kind of input (\(kind)). \(hint)")
    }

    /// The value of an option: the given one, or else the default; `nil` if the task has neither.
    subscript(name: String) -> String? {
        values[name]
            ?? action.parameters.first { $0.name == name }.flatMap { $0.defaultValue.isEmpty ? nil : $0.defaultValue }
    }

    func isSet(_ name: String) -> Bool { self[name] == "true" }

    private func fields<Field: ResultField>(_: Field.Type) -> Set<Field>? {
        values["fields"].map { Set($0.split(separator: ",").compactMap { Field(rawValue: String($0)) }) }
    }

    private var labels: LabelMode { values["labels"].flatMap(LabelMode.init) ?? .auto }

    /// Sets the options of a task to the values of the request and, for the rest, to the service's defaults.
    private func fill<Options>(_ options: Options, _ table: [TaskOption<Options>]) throws {
        let given = table.compactMap { option in
            values[option.name].flatMap { option.description.values.value(of: $0) }.map { (option.name, $0) }
        }
        try table.fill(options, from: Dictionary(given) { $1 })
    }

    /// What people are drawn on in place of the results; `nil` for none.
    private var background: Background? {
        values["background"].flatMap { word in
            switch word {
            case "none": .transparent
            case "blur": .blurred
            default: Color(html: word).map(Background.color)
            }
        }
    }

    /// Checks that drawings can have the form of the answer.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a transparent JPEG image or video.
    func check(_ format: AnswerFormat) throws {
        guard values["background"] == "none" else { return }
        switch format {
        case .image(.jpeg):
            throw LineamentError(
                .invalidArgument, "background=none needs Accept: image/png or image/webp: JPEG has no transparency.")
        case .video:
            throw LineamentError(
                .invalidArgument,
                "background=none is for images: MP4 has no transparency. Name a color, such as background=%2300ff00.")
        case .image, .json, .csv, .archive: break
        }
    }

    /// Whether masks are sent.
    var needsMasks: Bool { isSet("outputSegmentationMasks") }

    /// The selected part of a video: its start and duration in seconds, and the sampling interval in frames.
    var videoSelection: (start: Double, duration: Double?, every: Int) {
        (number("start") ?? 0, number("duration"), self["every"].flatMap { Int($0) } ?? 1)
    }

    func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }

    /// Returns what answers requests with these settings, loading the models and running them once if needed.
    func prepare(_ models: ModelCache) throws -> PreparedTask {
        switch action {
        case .task(let task): try prepare(task, models)
        case .redact: try prepareRedaction(models)
        case .crop: try prepareCrops(models)
        }
    }

    private func prepare(_ task: TaskKind, _ models: ModelCache) throws -> PreparedTask {
        switch task {
        case .faceDetector: try prepareFaceDetector(models)
        case .faceLandmarker: try prepareFaceLandmarker(models)
        case .poseLandmarker: try preparePoseLandmarker(models)
        case .faces: try prepareFaces(models)
        case .handLandmarker: try prepareHandLandmarker(models)
        case .holisticLandmarker: try prepareHolisticLandmarker(models)
        }
    }

    private func prepareFaceDetector(_ models: ModelCache) throws -> PreparedTask {
        let options = Lineament.FaceDetectorOptions()
        options.baseOptions = models.baseOptions
        try fill(options, Lineament.FaceDetectorOptions.table)
        let detector = try models.value(for: key(options, Lineament.FaceDetectorOptions.table)) {
            let detector = try Lineament.FaceDetector(options: options)
            try runOnce { try detector.runModelsOnce() }
            return detector
        }
        return PreparedTask(detector, FaceDetectorOutput(), labels: labels)
    }

    private func prepareFaceLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let fields = fields(FaceLandmarkerField.self)
        let options = FaceLandmarkerOptions()
        options.baseOptions = models.baseOptions
        try fill(options, FaceLandmarkerOptions.table)
        if fields?.needsBlendshapes == true { options.outputFaceBlendshapes = true }
        if fields?.needsMatrixes == true { options.outputFacialTransformationMatrixes = true }
        let landmarker = try models.value(for: key(options, FaceLandmarkerOptions.table)) {
            let landmarker = try FaceLandmarker(options: options)
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        let output = FaceLandmarkerOutput(
            fields: fields, hasBlendshapes: options.outputFaceBlendshapes,
            hasMatrixes: options.outputFacialTransformationMatrixes)
        return PreparedTask(landmarker, output, labels: labels)
    }

    private func preparePoseLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let options = PoseLandmarkerOptions()
        options.baseOptions = models.baseOptions
        try fill(options, PoseLandmarkerOptions.table)
        if background != nil { options.shouldOutputSegmentationMasks = true }
        let landmarker = try models.value(for: key(options, PoseLandmarkerOptions.table)) {
            let landmarker = try loading(options.model) { try PoseLandmarker(options: options) }
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        let output = PoseLandmarkerOutput(
            fields: fields(PoseLandmarkerField.self), hasMasks: false, showsWorld: isSet("worldView"),
            background: background)
        return PreparedTask(landmarker, output, labels: labels, masks: { $0.segmentationMasks })
    }

    /// Reports a model that the request chose and the server does not have as a fault of the request.
    private func loading<Task>(_ model: PoseLandmarkerModel, _ load: () throws -> Task) throws -> Task {
        do {
            return try load()
        } catch let error as LineamentError where error.code == .notFound && model != .frontDefault {
            throw LineamentError(
                .invalidArgument,
                "This server does not have the model \(model.word). To install it there: "
                    + "lineament models fetch pose-\(model.word).", underlyingError: error)
        }
    }

    private func prepareHandLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let options = HandLandmarkerOptions()
        options.baseOptions = models.baseOptions
        try fill(options, HandLandmarkerOptions.table)
        let landmarker = try models.value(for: key(options, HandLandmarkerOptions.table)) {
            let landmarker = try HandLandmarker(options: options)
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        return PreparedTask(
            landmarker, HandLandmarkerOutput(fields: fields(HandLandmarkerField.self)), labels: labels)
    }

    private func prepareHolisticLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let fields = fields(HolisticLandmarkerField.self)
        let options = HolisticLandmarkerOptions()
        options.baseOptions = models.baseOptions
        try fill(options, HolisticLandmarkerOptions.table)
        if fields?.needsBlendshapes == true { options.outputFaceBlendshapes = true }
        if background != nil { options.outputPoseSegmentationMasks = true }
        let landmarker = try models.value(for: key(options, HolisticLandmarkerOptions.table)) {
            let landmarker = try HolisticLandmarker(options: options)
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        let output = HolisticLandmarkerOutput(
            fields: fields, hasBlendshapes: options.outputFaceBlendshapes, hasMasks: false, background: background)
        return PreparedTask(landmarker, output, labels: labels, masks: { $0.segmentationMasks })
    }

    private func prepareFaces(_ models: ModelCache) throws -> PreparedTask {
        let options = VisionFaceDetectorOptions.ofAttributes()
        try fill(options, VisionFaceDetectorOptions.table)
        let detector = try models.value(for: key(options, VisionFaceDetectorOptions.table)) {
            try VisionFaceDetector.ofAttributes(options, models.baseOptions)
        }
        return PreparedTask(FacesOutput(), labels: labels) {
            try detector.faces(in: $0)
        } makeSession: {
            let session = detector.makeSession()
            return ResultSession { try session.faces(in: $0, timestampInMilliseconds: $1) }
        }
    }

    /// Runs models with all threads and with one, as the first run of each is slow.
    private func runOnce(_ run: () throws -> Void) rethrows {
        try run()
        try CoreSharing.$isActive.withValue(true) { try run() }
    }

    /// Returns the key of the models: all options of the task. Models that differ
    /// from the defaults only in flags are never evicted, because there are few of them.
    private func key<Options>(_ options: Options, _ table: [TaskOption<Options>]) -> ModelCache.Key {
        let isDefault = table.allSatisfy { option in
            option.description.values == .flag || option.get(options) == option.description.frontDefault
        }
        return ModelCache.Key(action: action, values: table.map { $0.get(options) }, isDefault: isDefault)
    }

    /// The key of what has no table: all values of the request, or those of some options.
    func key(of names: [String]? = nil) -> ModelCache.Key {
        let given = (names ?? action.parameters.map(\.name)).map { values[$0] ?? "" }
        return ModelCache.Key(
            action: action, values: given.map(OptionValue.choice), isDefault: given.allSatisfy(\.isEmpty))
    }
}
