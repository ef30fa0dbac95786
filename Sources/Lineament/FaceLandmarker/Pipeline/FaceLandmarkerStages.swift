internal import LiteRT

/// The stages of a face landmarker, each with its model: detection, landmarks, blendshapes, head pose.
struct FaceLandmarkerStages: Sendable {
    private enum Member {
        static let detector = "face_detector.tflite"
        static let landmarks = "face_landmarks_detector.tflite"
        static let blendshapes = "face_blendshapes.tflite"
        static let geometry = "geometry_pipeline_metadata_landmarks.binarypb"
    }

    /// The overlap from which two detections are one face; the landmarker has no option for it.
    static let iouThreshold: Float = 0.5

    /// Detects the faces of the chosen range.
    let detector: any FaceDetectionStage
    /// MediaPipe's detector, fast enough for every frame.
    let quickDetector: any FaceDetectionStage
    let landmarkModel: FaceLandmarkModel
    let threading: Threading
    let minDetectionScore: Float
    let minPresence: Float
    let blendshapeModel: BlendshapeModel?
    let headPose: HeadPoseSolver?

    init(_ options: FaceLandmarkerOptions) throws {
        let bundle = try ModelFile.read(path: options.baseOptions.modelAssetPath, default: .faceLandmarker).bundle()
        self = try mappingRuntimeErrors { try FaceLandmarkerStages(bundle: bundle, options: options) }
    }

    private init(bundle: ModelBundle, options: FaceLandmarkerOptions) throws {
        let threading = try Threading(requested: options.baseOptions.numThreads)
        self.threading = threading
        (detector, quickDetector) = try Self.detectors(bundle: bundle, options: options, threading: threading)
        landmarkModel = try FaceLandmarkModel(bundle.model(Member.landmarks), threading: threading)
        minDetectionScore = options.minFaceDetectionConfidence
        minPresence = options.minFacePresenceConfidence
        if options.outputFaceBlendshapes {
            guard bundle[Member.blendshapes] != nil else {
                throw LineamentError(
                    .invalidArgument,
                    "BLENDSHAPES Tag and blendshapes model must be both set: \(bundle.name) has no "
                        + "\(Member.blendshapes). Use a bundle that has it, or set outputFaceBlendshapes to false.")
            }
            blendshapeModel = try BlendshapeModel(bundle.model(Member.blendshapes), threading: threading)
        } else {
            blendshapeModel = nil
        }
        headPose =
            options.outputFacialTransformationMatrixes
            ? HeadPoseSolver(
                face: try CanonicalFace(
                    serialized: Array(bundle.required(Member.geometry)),
                    name: "\(bundle.name)/\(Member.geometry)"))
            : nil
    }

    /// The detector of the chosen range, and the one for every frame.
    private static func detectors(
        bundle: ModelBundle, options: FaceLandmarkerOptions, threading: Threading
    ) throws -> (any FaceDetectionStage, any FaceDetectionStage) {
        if let custom = options.faceDetector {
            let detector = CustomFaceDetector(detector: custom)
            return (detector, detector)
        }
        let base =
            try options.range == .full
            ? BlazeFaceDetector(ModelFile.read(path: "", default: .fullRangeFaceDetector), threading: threading)
            : BlazeFaceDetector(bundle.model(Member.detector), threading: threading)
        let detector = try FaceDetectorFactory.detector(
            for: options.range, base: base, threading: threading, maxSearchedPixels: options.maxSearchedPixels)
        return (detector, base)
    }

    /// The landmark regions of detected faces, best first.
    /// - Parameter usesWholeRange: whether the detector of the chosen range runs; else MediaPipe's does.
    func detectedRegions(
        in pixels: PixelBuffer, rotation: Float, limit: Int, usesWholeRange: Bool = true
    ) throws -> [RotatedRect] {
        try (usesWholeRange ? detector : quickDetector).faces(
            in: pixels, region: .wholeImage(pixels.size, rotation: rotation), minScore: minDetectionScore,
            iouThreshold: Self.iouThreshold
        )
        .prefix(limit).map { FaceRegion.around($0, in: pixels.size) }
    }

    /// The landmarks in each region that shows a face.
    func landmarks(in pixels: PixelBuffer, regions: [RotatedRect]) throws -> [LandmarkSet] {
        try Concurrent.map(regions, threading) { region, usesAllThreads in
            let prediction = try landmarkModel.predict(pixels, in: region, usesAllThreads: usesAllThreads)
            return prediction.flatMap { $0.presence > minPresence ? $0.landmarks : nil }
        }.compactMap(\.self)
    }

    /// Adds to the landmarks of each face what else was asked for.
    func faces(
        _ landmarks: [LandmarkSet], trackIDs: [Int]?, in size: ImageSize
    ) throws -> [FaceLandmarkerResult.Face] {
        try Concurrent.map(Array(landmarks.enumerated()), threading) { face, usesAllThreads in
            let (shapes, matrix) = try attributes(of: face.element, in: size, usesAllThreads: usesAllThreads)
            return FaceLandmarkerResult.Face(
                landmarks: FaceLandmarks(face.element.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) }),
                blendshapes: shapes.map(BlendshapeScores.init),
                transformationMatrix: matrix.map { TransformMatrix(rowMajor: $0, side: 4) },
                trackID: trackIDs?[face.offset])
        }
    }

    /// The blendshapes and the 4×4 matrix, row by row, of a face, as far as they were asked for.
    /// - Parameter usesAllThreads: whether this inference may use all threads.
    func attributes(
        of landmarks: LandmarkSet, in size: ImageSize, usesAllThreads: Bool = true
    ) throws -> (blendshapes: [Float]?, matrix: [Float]?) {
        (
            try blendshapeModel?.scores(for: landmarks, in: size, usesAllThreads: usesAllThreads),
            headPose?.transformation(for: landmarks, in: size)
        )
    }
}
