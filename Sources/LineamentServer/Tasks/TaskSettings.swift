internal import Lineament
internal import LineamentMLKit
internal import LineamentOutput
internal import LineamentRender

/// The options of one request, checked against the task's table.
package struct TaskSettings: Sendable, Hashable {
    package let task: ServedTask
    /// The values that differ from the defaults, each in its canonical form.
    private var values: [String: String] = [:]

    /// Checks the items of a query.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the option, its range and its default.
    package init(
        _ task: ServedTask, for medium: TaskParameter.Medium, query: some Sequence<(name: String, value: String)>
    ) throws {
        self.task = task
        let parameters = task.parameters(for: medium)
        var given: Set<String> = []
        for (name, value) in query {
            guard let parameter = parameters.first(where: { $0.name == name }) else {
                let known = parameters.map(\.name).joined(separator: ", ")
                let kind = medium == .live ? "live session" : medium.rawValue
                throw LineamentError(
                    .invalidArgument,
                    "\(task.rawValue) has no option \(name) for this kind of input (\(kind)). Its options: \(known).")
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
    }

    private subscript(name: String) -> String {
        values[name] ?? task.parameters.first { $0.name == name }?.defaultValue ?? ""
    }

    private func number(_ name: String) -> Float { Float(self[name]) ?? 0 }
    private func isSet(_ name: String) -> Bool { self[name] == "true" }
    private func limit(_ name: String) -> Int { Int(self[name]) ?? .max }

    private func fields<Field: ResultField>(_: Field.Type) -> Set<Field>? {
        values["fields"].map { Set($0.split(separator: ",").compactMap { Field(rawValue: String($0)) }) }
    }

    private var range: DetectionRange { DetectionRange(rawValue: self["range"]) ?? .auto }
    private var smoothing: Smoothing {
        self["smoothing"] == "mediapipe" ? .mediaPipe : Smoothing(rawValue: self["smoothing"]) ?? .everyone
    }
    private var labels: LabelMode { LabelMode(rawValue: self["labels"]) ?? .auto }

    /// Whether masks are sent.
    var needsMasks: Bool { isSet("outputSegmentationMasks") }

    /// What of a video to process: its beginning and duration in seconds, and every how many frames.
    var videoSelection: (start: Double, duration: Double?, every: Int) {
        (Double(self["start"]) ?? 0, Double(self["duration"]), Int(self["every"]) ?? 1)
    }

    /// Returns what answers requests with these settings, loading the models and running them once if needed.
    func prepare(_ models: ModelCache) throws -> PreparedTask {
        switch task {
        case .faceDetector: try prepareFaceDetector(models)
        case .faceLandmarker: try prepareFaceLandmarker(models)
        case .poseLandmarker: try preparePoseLandmarker(models)
        case .faces: try prepareFaces(models)
        }
    }

    private func prepareFaceDetector(_ models: ModelCache) throws -> PreparedTask {
        let detector = try models.value(for: key()) {
            let options = Lineament.FaceDetectorOptions()
            options.minDetectionConfidence = number("minDetectionConfidence")
            options.minSuppressionThreshold = number("minSuppressionThreshold")
            options.range = range
            options.maxSearchedPixels = limit("maxSearchedPixels")
            let detector = try Lineament.FaceDetector(options: options)
            try runOnce { try detector.runModelsOnce() }
            return detector
        }
        return PreparedTask(detector, FaceDetectorOutput(), labels: labels)
    }

    private func prepareFaceLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let fields = fields(FaceLandmarkerField.self)
        let needsBlendshapes = isSet("outputFaceBlendshapes") || fields?.needsBlendshapes == true
        let needsMatrixes = isSet("outputFacialTransformationMatrixes") || fields?.needsMatrixes == true
        let landmarker = try models.value(for: key(["\(needsBlendshapes)", "\(needsMatrixes)"])) {
            let options = FaceLandmarkerOptions()
            options.numFaces = limit("numFaces")
            options.minFaceDetectionConfidence = number("minFaceDetectionConfidence")
            options.minFacePresenceConfidence = number("minFacePresenceConfidence")
            options.minTrackingConfidence = number("minTrackingConfidence")
            options.smoothing = smoothing
            options.range = range
            options.maxSearchedPixels = limit("maxSearchedPixels")
            options.outputFaceBlendshapes = needsBlendshapes
            options.outputFacialTransformationMatrixes = needsMatrixes
            let landmarker = try FaceLandmarker(options: options)
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        let output = FaceLandmarkerOutput(
            fields: fields, hasBlendshapes: needsBlendshapes, hasMatrixes: needsMatrixes)
        return PreparedTask(landmarker, output, labels: labels)
    }

    private func preparePoseLandmarker(_ models: ModelCache) throws -> PreparedTask {
        let landmarker = try models.value(for: key(["\(needsMasks)"])) {
            let options = PoseLandmarkerOptions()
            options.numPoses = limit("numPoses")
            options.minPoseDetectionConfidence = number("minPoseDetectionConfidence")
            options.minPosePresenceConfidence = number("minPosePresenceConfidence")
            options.minTrackingConfidence = number("minTrackingConfidence")
            options.smoothing = smoothing
            options.separation = self["separation"] == "mediapipe" ? .mediaPipe : .distinct
            options.shouldOutputSegmentationMasks = needsMasks
            let landmarker = try PoseLandmarker(options: options)
            try runOnce { try landmarker.runModelsOnce() }
            return landmarker
        }
        let output = PoseLandmarkerOutput(
            fields: fields(PoseLandmarkerField.self), hasMasks: false, showsWorld: isSet("worldView"))
        return PreparedTask(landmarker, output, labels: labels, masks: { $0.segmentationMasks })
    }

    private func prepareFaces(_ models: ModelCache) throws -> PreparedTask {
        let detector = try models.value(for: key()) {
            try VisionFaceDetector.ofAttributes(
                range: range, landmarks: self["landmarkMode"] == "all", contours: self["contourMode"] == "all",
                classification: self["classificationMode"] == "all", minFaceSize: Double(number("minFaceSize")))
        }
        return PreparedTask(FacesOutput(), labels: labels) {
            try detector.faces(in: $0)
        } makeSession: {
            let session = detector.makeSession()
            return { try session.faces(in: $0, timestampInMilliseconds: $1) }
        }
    }

    /// Runs models with all threads and with one, as the first run of each is slow.
    private func runOnce(_ run: () throws -> Void) rethrows {
        try run()
        try CoreSharing.$isActive.withValue(true) { try run() }
    }

    /// The options that only concern what is written or which frames are read; models do not depend on them.
    private static let outputOptions: Set<String> = [
        "fields", "labels", "worldView", "start", "duration", "every", "outputFaceBlendshapes",
        "outputFacialTransformationMatrixes", "outputSegmentationMasks",
    ]

    /// Returns the key of the models: the options that they depend on, and what is needed from them.
    private func key(_ needs: [String] = []) -> String {
        let options = values.filter { !Self.outputOptions.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
        return ([task.rawValue] + needs + options).joined(separator: "&")
    }
}
