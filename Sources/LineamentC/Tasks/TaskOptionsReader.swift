internal import CLineament
internal import Foundation
internal import Lineament
internal import LineamentMLKit

/// Reads the options of a task from C's structure.
struct TaskOptionsReader {
    let kind: LineamentTaskKind
    private let given: LineamentOptions

    /// Checks the structure's size and task.
    /// - Throws: `LineamentError` with code `invalidArgument`.
    init(_ options: UnsafePointer<LineamentOptions>?) throws {
        given = try required(options, "options").pointee
        guard given.size == MemoryLayout<LineamentOptions>.size else {
            throw LineamentError(
                .invalidArgument,
                "LineamentOptions has \(given.size) bytes, not \(MemoryLayout<LineamentOptions>.size). Initialize it "
                    + "with lineament_options_init, and compile with the header of this library.")
        }
        kind = LineamentTaskKind(UInt32(bitPattern: given.task))
        guard (kLineamentFaceDetector.rawValue...kLineamentFaces.rawValue).contains(kind.rawValue) else {
            throw LineamentError(.invalidArgument, "There is no task \(given.task); see LineamentTaskKind.")
        }
    }

    /// The defaults of a task.
    static func defaults(of task: Int32) -> LineamentOptions {
        var options = LineamentOptions()
        options.size = MemoryLayout<LineamentOptions>.size
        options.task = task
        options.max_count = 1
        options.min_detection_confidence = 0.5
        options.min_presence_confidence = 0.5
        options.min_tracking_confidence = 0.5
        options.min_suppression_threshold = 0.3
        if task == Int32(kLineamentFaces.rawValue) { options.range = Int32(kLineamentRangeAuto.rawValue) }
        return options
    }

    func faceDetectorOptions() throws -> Lineament.FaceDetectorOptions {
        let options = Lineament.FaceDetectorOptions()
        options.baseOptions = try baseOptions()
        options.minDetectionConfidence = try fraction(given.min_detection_confidence, "min_detection_confidence")
        options.minSuppressionThreshold = try fraction(given.min_suppression_threshold, "min_suppression_threshold")
        options.range = try range()
        return options
    }

    func faceLandmarkerOptions() throws -> FaceLandmarkerOptions {
        let options = FaceLandmarkerOptions()
        options.baseOptions = try baseOptions()
        options.numFaces = try maxCount()
        options.minFaceDetectionConfidence = try fraction(given.min_detection_confidence, "min_detection_confidence")
        options.minFacePresenceConfidence = try fraction(given.min_presence_confidence, "min_presence_confidence")
        options.minTrackingConfidence = try fraction(given.min_tracking_confidence, "min_tracking_confidence")
        options.outputFaceBlendshapes = given.blendshapes
        options.outputFacialTransformationMatrixes = given.matrices
        options.range = try range()
        options.smoothing = try smoothing()
        return options
    }

    func poseLandmarkerOptions() throws -> PoseLandmarkerOptions {
        let options = PoseLandmarkerOptions()
        options.baseOptions = try baseOptions()
        options.numPoses = try maxCount()
        options.minPoseDetectionConfidence = try fraction(given.min_detection_confidence, "min_detection_confidence")
        options.minPosePresenceConfidence = try fraction(given.min_presence_confidence, "min_presence_confidence")
        options.minTrackingConfidence = try fraction(given.min_tracking_confidence, "min_tracking_confidence")
        options.shouldOutputSegmentationMasks = given.masks
        options.smoothing = try smoothing()
        options.separation = try choice(given.separation, [.mediaPipe, .distinct], "separation")
        return options
    }

    /// Returns the detector of face attributes, with everything but contours, and loads its models.
    func faceAttributeDetector() throws -> VisionFaceDetector {
        guard given.model_path == nil, given.model_size == 0 else {
            throw LineamentError(
                .invalidArgument, "The task for face attributes uses its own models. Leave model_path NULL.")
        }
        return try .ofAttributes(range: range(), landmarks: true, contours: false, classification: true)
    }

    /// Whether masks are requested.
    var hasMasks: Bool { kind == kLineamentPoseLandmarker && given.masks }

    // The next three check ranges, as the tasks do, too, so that errors have the names of C's fields.

    private func maxCount() throws -> Int {
        guard given.max_count >= 0 else {
            throw LineamentError(
                .invalidArgument, "max_count must be at least 1, or 0 for no limit, not \(given.max_count).")
        }
        return given.max_count == 0 ? .max : Int(given.max_count)
    }

    private func fraction(_ value: Float, _ name: String) throws -> Float {
        guard (0...1).contains(value) else {
            throw LineamentError(.invalidArgument, "\(name) must be 0 to 1, not \(value).")
        }
        return value
    }

    private func threads() throws -> Int {
        guard (0...Int32(Threading.maximum)).contains(given.threads) else {
            throw LineamentError(
                .invalidArgument, "threads must be 0 (automatic) to \(Threading.maximum), not \(given.threads).")
        }
        return Int(given.threads)
    }

    private func baseOptions() throws -> BaseOptions {
        let options = BaseOptions()
        options.numThreads = try threads()
        if given.model_size == 0 {
            guard given.model_data == nil else {
                throw LineamentError(.invalidArgument, "model_data is set, but model_size is 0.")
            }
            options.modelAssetPath = try given.model_path.map { try String(utf8: $0, "model_path") } ?? ""
        } else {
            options.modelAssetBuffer = try Data(model: required(given.model_data, "model_data"), size: given.model_size)
        }
        return options
    }

    private func range() throws -> DetectionRange { try choice(given.range, [.short, .full, .auto], "range") }

    private func smoothing() throws -> Smoothing {
        try choice(given.smoothing, [.mediaPipe, .everyone, .none], "smoothing")
    }

    private func choice<Value>(_ number: Int32, _ values: [Value], _ name: String) throws -> Value {
        guard values.indices.contains(Int(number)) else {
            throw LineamentError(.invalidArgument, "\(name) must be 0 to \(values.count - 1), not \(number).")
        }
        return values[Int(number)]
    }
}
