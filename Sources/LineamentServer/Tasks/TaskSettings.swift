internal import Lineament
internal import LineamentMLKit
internal import LineamentOutput
internal import LineamentRender

/// The options of one request, checked against the task's table.
package struct TaskSettings: Sendable, Hashable {
    package let task: ServedTask
    private var values: [String: String] = [:]

    /// Checks the items of a query.
    /// - Throws: ``LineamentError`` with code `invalidArgument` that names the option, its range and its default.
    package init(_ task: ServedTask, query: some Sequence<(name: String, value: String)>) throws {
        self.task = task
        for (name, value) in query {
            guard let parameter = task.parameters.first(where: { $0.name == name }) else {
                let known = task.parameters.map(\.name).joined(separator: ", ")
                throw LineamentError(.invalidArgument, "\(task.rawValue) has no option \(name). Its options: \(known).")
            }
            guard values[name] == nil else {
                throw LineamentError(.invalidArgument, "\(name) is given more than once.")
            }
            guard parameter.accepts(value) else {
                let defaultValue = parameter.defaultValue.isEmpty ? "" : " (default: \(parameter.defaultValue))"
                throw LineamentError(
                    .invalidArgument, "\(name) must be \(parameter.valueDescription)\(defaultValue), not \(value).")
            }
            values[name] = value
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
    private var labels: LabelMode { LabelMode(rawValue: self["labels"]) ?? .auto }

    /// Loads the models and returns what answers requests with these settings.
    func prepare() throws -> PreparedTask {
        switch task {
        case .faceDetector:
            let options = Lineament.FaceDetectorOptions()
            options.minDetectionConfidence = number("minDetectionConfidence")
            options.minSuppressionThreshold = number("minSuppressionThreshold")
            options.range = range
            options.maxSearchedPixels = limit("maxSearchedPixels")
            return PreparedTask(try Lineament.FaceDetector(options: options), FaceDetectorOutput(), labels: labels)
        case .faceLandmarker:
            let fields = fields(FaceLandmarkerField.self)
            let options = FaceLandmarkerOptions()
            options.numFaces = limit("numFaces")
            options.minFaceDetectionConfidence = number("minFaceDetectionConfidence")
            options.minFacePresenceConfidence = number("minFacePresenceConfidence")
            options.range = range
            options.maxSearchedPixels = limit("maxSearchedPixels")
            options.outputFaceBlendshapes = isSet("outputFaceBlendshapes") || fields?.contains(.faceBlendshapes) == true
            options.outputFacialTransformationMatrixes =
                isSet("outputFacialTransformationMatrixes")
                || fields?.isDisjoint(with: [.facialTransformationMatrixes, .headAngles]) == false
            let output = FaceLandmarkerOutput(
                fields: fields, hasBlendshapes: options.outputFaceBlendshapes,
                hasMatrixes: options.outputFacialTransformationMatrixes)
            return PreparedTask(try FaceLandmarker(options: options), output, labels: labels)
        case .poseLandmarker:
            let options = PoseLandmarkerOptions()
            options.numPoses = limit("numPoses")
            options.minPoseDetectionConfidence = number("minPoseDetectionConfidence")
            options.minPosePresenceConfidence = number("minPosePresenceConfidence")
            options.separation = self["separation"] == "mediapipe" ? .mediaPipe : .distinct
            let output = PoseLandmarkerOutput(
                fields: fields(PoseLandmarkerField.self), hasMasks: false, showsWorld: isSet("worldView"))
            return PreparedTask(try PoseLandmarker(options: options), output, labels: labels)
        case .faces:
            let options = VisionFaceDetectorOptions()
            options.performanceMode = .accurate
            options.range = range
            options.landmarkMode = self["landmarkMode"] == "all" ? .all : .none
            options.contourMode = self["contourMode"] == "all" ? .all : .none
            options.classificationMode = self["classificationMode"] == "all" ? .all : .none
            options.minFaceSize = CGFloat(number("minFaceSize"))
            let detector = Vision.vision().faceDetector(options: options)
            try detector.loadModels()
            return PreparedTask(FacesOutput(), labels: labels) { image in
                try detector.results(
                    in: VisionImage(
                        buffer: CMSampleBuffer(pixelBuffer: image.pixelBuffer, presentationTimeInMilliseconds: 0)))
            }
        }
    }
}
