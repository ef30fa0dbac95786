// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the face landmarker and their models: detection, landmarks, blendshapes and head pose.
///
/// The stages keep no state; ``FaceLandmarkerPipeline`` connects them and ``FaceTracks`` holds what a video needs in
/// between.
struct FaceLandmarkerStages: Sendable {
    /// The names of the bundle's members.
    private enum Member {
        static let detector = "face_detector.tflite"
        static let landmarks = "face_landmarks_detector.tflite"
        static let blendshapes = "face_blendshapes.tflite"
        static let geometry = "geometry_pipeline_metadata_landmarks.binarypb"
    }

    /// The intersection over union above which two detections are merged; the landmarker has no option for it.
    static let iouThreshold: Float = 0.5

    /// The detector of the requested range.
    let detector: any FaceDetectionStage
    let landmarkModel: FaceLandmarkModel
    /// The score below which detections are dropped, 0 to 1.
    let minDetectionScore: Float
    /// The presence score that a face must exceed to be kept, 0 to 1.
    let minPresence: Float
    /// Looks again for landmarks that fail or are doubtful; `nil` unless the range is `auto`.
    let retrial: FaceRetrial?
    /// The blendshape model; `nil` if not requested.
    let blendshapeModel: BlendshapeModel?
    /// The solver of the head pose; `nil` if neither matrices nor meshes were requested.
    let headPose: HeadPoseSolver?
    /// Whether the meshes of faces were requested, and whether their matrices were.
    private let outputsMeshes: Bool
    private let outputsMatrices: Bool
    private let landmarkRuns: ParallelRuns
    private let attributeRuns: ParallelRuns

    /// Loads and compiles the models that the options require.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded, or the bundle lacks a member.
    init(_ options: FaceLandmarkerOptions) throws {
        let bundle = try ModelFile.read(options.baseOptions, default: .faceLandmarker).bundle()
        self = try mappingRuntimeErrors { try FaceLandmarkerStages(bundle: bundle, options: options) }
    }

    private init(bundle: ModelBundle, options: FaceLandmarkerOptions) throws {
        let threading = try Threading(options.baseOptions)
        landmarkRuns = ParallelRuns(threading)
        attributeRuns = ParallelRuns(threading)
        detector = try Self.detector(bundle: bundle, options: options, threading: threading)
        landmarkModel = try FaceLandmarkModel(bundle.model(Member.landmarks), threading: threading)
        minDetectionScore = options.minFaceDetectionConfidence
        minPresence = options.minFacePresenceConfidence
        retrial =
            options.range == .auto && options.faceDetector == nil
            ? FaceRetrial(minPresence: minPresence, threading: threading) : nil
        if options.outputFaceBlendshapes {
            guard bundle[Member.blendshapes] != nil else {
                throw LineamentError(
                    .invalidArgument,
                    "INVALID_ARGUMENT: BLENDSHAPES Tag and blendshapes model must be both set. Get BLENDSHAPES is "
                        + "set: true, blendshapes model is set: false",
                    recoverySuggestion: "\(bundle.name) has no \(Member.blendshapes). Use a bundle that has it, or set "
                        + "outputFaceBlendshapes to false.")
            }
            blendshapeModel = try BlendshapeModel(bundle.model(Member.blendshapes), threading: threading)
        } else {
            blendshapeModel = nil
        }
        outputsMeshes = options.outputFaceMeshes
        outputsMatrices = options.outputFacialTransformationMatrixes
        headPose =
            outputsMatrices || outputsMeshes
            ? HeadPoseSolver(
                face: try CanonicalFace(
                    serialized: Array(bundle.required(Member.geometry)),
                    name: "\(bundle.name)/\(Member.geometry)"),
                verticalFieldOfView: Double(options.verticalFieldOfView),
                focalLength: options.focalLength.map(Double.init))
            : nil
    }

    /// Returns the detector of the requested range, or the caller's.
    private static func detector(
        bundle: ModelBundle, options: FaceLandmarkerOptions, threading: Threading
    ) throws -> any FaceDetectionStage {
        if let custom = options.faceDetector { return CustomFaceDetector(detector: custom) }
        let base =
            try options.range == .full
            ? BlazeFaceDetector(
                ModelFile.fixed(.fullRangeFaceDetector), threading: threading, style: .tasks)
            : BlazeFaceDetector(bundle.model(Member.detector), threading: threading, style: .tasks)
        return try FaceDetectorFactory.detector(
            for: options.range, base: base, threading: threading, maxSearchedPixels: options.maxSearchedPixels)
    }

    /// Detects faces and returns their candidates, best detection first.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - rotation: The rotation of the searched region, in radians.
    ///   - limit: The maximum number of faces.
    func candidates(in pixels: PixelBuffer, rotation: Float, limit: Int) throws -> [FaceCandidate] {
        try detector.faces(
            in: pixels, region: .wholeImage(pixels.size, rotation: rotation), minScore: minDetectionScore,
            iouThreshold: Self.iouThreshold
        )
        .prefix(limit).map { FaceCandidate($0, in: pixels.size, isRetried: retrial != nil) }
    }

    /// Detects faces in the next frame of a video, as far as `search` has come, and returns their candidates.
    func candidates(
        inFrame pixels: PixelBuffer, rotation: Float, limit: Int, timestamp: Int, search: inout VideoFaceSearch
    ) throws -> [FaceCandidate] {
        try detector.faces(
            inFrame: pixels, region: .wholeImage(pixels.size, rotation: rotation), minScore: minDetectionScore,
            iouThreshold: Self.iouThreshold, timestamp: timestamp, search: &search
        )
        .prefix(limit).map { FaceCandidate($0, in: pixels.size, isRetried: retrial != nil) }
    }

    /// Returns the findings of the landmark model in the candidates.
    func findings(in pixels: PixelBuffer, candidates: [FaceCandidate]) throws -> FaceFindings {
        let (predictions, furtherInferences) = try self.predictions(in: pixels, of: candidates)
        var findings = FaceFindings(candidates, predictions)
        findings.furtherInferences = furtherInferences
        return retrial == nil ? findings : findings.distinct()
    }

    /// Returns the landmarks of each candidate, `nil` where the landmark model sees no face, and the number of inferences in
    /// other regions than the candidates' own.
    func predictions(
        in pixels: PixelBuffer, of candidates: [FaceCandidate]
    ) throws -> ([FaceLandmarkModel.Prediction?], furtherInferences: Int) {
        let ownRegions = try landmarkRuns.map(candidates) { candidate, usesAllThreads in
            try landmarkModel.predict(pixels, in: candidate.region, usesAllThreads: usesAllThreads)
        }
        var predictions = ownRegions.map { $0.flatMap { $0.presence > minPresence ? $0 : nil } }
        guard let retrial else { return (predictions, 0) }
        var trials: [FaceTrial] = []
        var places: [Int] = []
        for (place, candidate) in candidates.enumerated() where candidate.isRetried {
            guard let detection = candidate.detection, let first = ownRegions[place] else { continue }
            trials.append(
                FaceTrial(
                    model: landmarkModel, pixels: pixels, detection: detection, region: candidate.region, first: first,
                    minPresence: minPresence))
            places.append(place)
        }
        trials = try retrial.searched(trials)
        for (place, trial) in zip(places, trials) { predictions[place] = trial.prediction }
        return (predictions, trials.reduce(0) { $0 + $1.inferenceCount })
    }

    /// Computes the requested attributes of each face and assembles the public results.
    func faces(
        _ predictions: [FaceLandmarkModel.Prediction], trackIDs: [Int]?, in size: ImageSize
    ) throws -> [FaceLandmarkerResult.Face] {
        try attributeRuns.map(Array(predictions.enumerated())) { face, usesAllThreads in
            let landmarks = face.element.landmarks
            let (shapes, pose) = try attributes(of: landmarks, in: size, usesAllThreads: usesAllThreads)
            let mesh = outputsMeshes ? pose.flatMap { headPose?.mesh(of: landmarks, in: size, pose: $0) } : nil
            let matrix = outputsMatrices ? pose?.matrix : nil
            return FaceLandmarkerResult.Face(
                landmarks: FaceLandmarks(landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) }),
                blendshapes: shapes.map(BlendshapeScores.init),
                transformationMatrix: matrix.map { TransformMatrix(rowMajor: $0, side: 4) }, mesh: mesh,
                trackID: trackIDs?[face.offset], score: face.element.presence)
        }
    }

    /// Returns the blendshape scores and the pose of a face, as far as they were requested.
    /// - Parameters:
    ///   - landmarks: The landmarks of the face, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    ///   - usesAllThreads: Whether the inference may use all threads.
    func attributes(
        of landmarks: LandmarkSet, in size: ImageSize, usesAllThreads: Bool = true
    ) throws -> (blendshapes: [Float]?, pose: HeadPose?) {
        (
            try blendshapeModel?.scores(for: landmarks, in: size, usesAllThreads: usesAllThreads),
            headPose?.pose(of: landmarks, in: size)
        )
    }
}
