internal import LiteRT

/// What is known of one face in one picture.
struct Face: Sendable {
    var landmarks: LandmarkSet
    var blendshapes: [Float]?
    /// 4×4, row by row.
    var transformation: [Float]?
}

/// The models of a face landmarker bundle, put to work one after the other.
struct FaceAnalyzer: Sendable {
    private enum Member {
        static let detector = "face_detector.tflite"
        static let mesh = "face_landmarks_detector.tflite"
        static let blendshapes = "face_blendshapes.tflite"
        static let geometry = "geometry_pipeline_metadata_landmarks.binarypb"
    }

    /// The overlap at which two detections are one face; the landmarker has no option for it.
    static let suppression: Float = 0.5

    /// Finds the faces of the chosen range.
    let finder: any FaceFinding
    /// The original's detector, quick on every frame.
    let original: FaceFinder
    let mesh: FaceMesh
    let threads: ThreadPlan
    let minDetectionScore: Float
    let minPresence: Float
    let blendshapes: BlendshapeClassifier?
    let geometry: FaceGeometrySolver?

    init(bundle: ModelBundle, options: FaceLandmarkerOptions) throws {
        let threads = try ThreadPlan(requested: options.baseOptions.numThreads)
        self.threads = threads
        let runtime = try ModelFile.runtime()
        func model(_ member: String) throws -> Model {
            try Model(
                bytes: bundle.required(member), name: "\(bundle.name)/\(member)", runtime: runtime)
        }
        let detector =
            try options.range == .full
            ? Self.fullRangeDetector(runtime: runtime) : model(Member.detector)
        original = try FaceFinder(detector, threads: threads)
        finder = try FaceFinders.finder(
            for: options.range, original: original, threads: threads,
            maxSearchedPixels: options.maxSearchedPixels)
        mesh = try FaceMesh(model(Member.mesh), threads: threads)
        minDetectionScore = options.minFaceDetectionConfidence
        minPresence = options.minFacePresenceConfidence
        if options.outputFaceBlendshapes {
            guard bundle[Member.blendshapes] != nil else {
                throw LineamentError(
                    .invalidArgument,
                    "BLENDSHAPES Tag and blendshapes model must be both set: \(bundle.name) has no "
                        + "\(Member.blendshapes). Use a bundle that has it, or set outputFaceBlendshapes to false.")
            }
            blendshapes = try BlendshapeClassifier(model(Member.blendshapes), threads: threads)
        } else {
            blendshapes = nil
        }
        geometry =
            options.outputFacialTransformationMatrixes
            ? FaceGeometrySolver(
                face: try CanonicalFace(
                    serialized: Array(bundle.required(Member.geometry)),
                    name: "\(bundle.name)/\(Member.geometry)"))
            : nil
    }

    private static func fullRangeDetector(runtime: Runtime) throws -> Model {
        let file = try ModelFile.read(path: "", default: .fullRangeFaceDetector)
        return try Model(bytes: file.bytes, name: file.name, runtime: runtime)
    }

    /// The landmark regions of detected faces, best first.
    /// - Parameter isThorough: whether to search for everybody, if that is the range; else the original's detector looks.
    func detectedRegions(
        in pixels: PixelBuffer, rotation: Float, limit: Int, isThorough: Bool = true
    ) throws -> [RotatedRect] {
        try (isThorough ? finder : original).faces(
            in: pixels, region: .wholeImage(pixels.size, rotation: rotation), minScore: minDetectionScore,
            suppression: Self.suppression
        )
        .prefix(limit).map { FaceRegion.around($0, in: pixels.size) }
    }

    /// The landmarks in each region that holds a face.
    func landmarks(in pixels: PixelBuffer, regions: [RotatedRect]) throws -> [LandmarkSet] {
        try Concurrent.map(regions, threads) { region, isAlone in
            let prediction = try mesh.predict(pixels, in: region, isAlone: isAlone)
            return prediction.flatMap { $0.presence > minPresence ? $0.landmarks : nil }
        }.compactMap(\.self)
    }

    /// Adds to the landmarks of each face what else was asked for.
    func faces(_ landmarks: [LandmarkSet], in size: ImageSize) throws -> [Face] {
        try Concurrent.map(landmarks, threads) { try face($0, in: size, isAlone: $1) }
    }

    /// Adds to landmarks what else was asked for.
    /// - Parameter isAlone: whether no other face is worked on meanwhile.
    func face(_ landmarks: LandmarkSet, in size: ImageSize, isAlone: Bool = true) throws -> Face {
        Face(
            landmarks: landmarks,
            blendshapes: try blendshapes?.scores(for: landmarks, in: size, isAlone: isAlone),
            transformation: try geometry?.transformation(for: landmarks, in: size))
    }
}
