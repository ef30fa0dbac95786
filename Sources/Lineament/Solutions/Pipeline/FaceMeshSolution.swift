// SPDX-License-Identifier: Apache-2.0

/// MediaPipe's `FaceMesh`: `face_landmark_front_cpu.pbtxt`.
///
/// faces → regions → landmark model
///
/// Nothing is smoothed. A tracked face takes the place of a detected one.
struct FaceMeshSolution: SolutionPipeline {
    /// The overlap above which two detections are merged.
    private static let minSuppression: Float = 0.3
    /// The overlap above which a tracked region and a detected one show the same face.
    private static let iouThreshold: Float = 0.5

    private let detector: BlazeFaceDetector
    private let model: FaceMeshModel
    private let runs: ParallelRuns
    private let options: SolutionOptions

    init(_ options: SolutionOptions) throws {
        self.options = options
        let models = try SolutionModels(options)
        runs = ParallelRuns(models.lightThreading)
        detector = try models.faceDetector()
        model = try FaceMeshModel(models, isRefined: options.refinesLandmarks)
    }

    func makeMemory() -> [RotatedRect] { [] }

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout [RotatedRect]) throws -> SolutionOutput {
        guard options.maxCount >= 1 else { throw LineamentError.noneWanted }
        let size = pixels.size
        let tracked = options.isStatic ? [] : memory
        let found =
            tracked.count >= options.maxCount
            ? []
            : try detector.faces(
                in: pixels, region: .wholeImage(size), minScore: options.minDetectionConfidence,
                iouThreshold: Self.minSuppression)
        let regions = RegionAssociation.merge(
            found.prefix(options.maxCount).map { SolutionFaceRegion.around($0, in: size) },
            then: tracked, iouThreshold: Self.iouThreshold)
        let faces = try runs.map(regions) { region, usesAllThreads in
            try model.predict(pixels, in: region, usesAllThreads: usesAllThreads)
        }.compactMap(\.self).filter { $0.presence > options.minTrackingConfidence }
        memory = faces.map { SolutionFaceRegion.around($0.landmarks, in: size) }
        var output = SolutionOutput()
        output.faces = faces.map(\.landmarks)
        return output
    }
}

/// Computes the regions of an image that the landmark models of faces are run on.
enum SolutionFaceRegion {
    private static let margin: Float = 1.5

    /// Returns the region of a detected face: a square around its box.
    static func around(_ face: RawDetection, in size: ImageSize) -> RotatedRect {
        let eyes = (face.keypoints[FaceKeypoint.rightEye.rawValue], face.keypoints[FaceKeypoint.leftEye.rawValue])
        return square(around: face.box, eyes: eyes, in: size)
    }

    /// Returns the region of a face in the next frame: a square around all landmarks.
    static func around(_ landmarks: LandmarkSet, in size: ImageSize) -> RotatedRect {
        let eyes = (
            landmarks[FaceMeshLandmark.rightEyeOuterCorner.rawValue].xy,
            landmarks[FaceMeshLandmark.leftEyeOuterCorner.rawValue].xy
        )
        return square(around: PointExtent(landmarks.lazy.map(\.xy)).box, eyes: eyes, in: size)
    }

    /// Returns the region of a face that was detected close up: twice the square around its keypoints, a little higher.
    static func around(keypointsOf face: RawDetection, in size: ImageSize) -> RotatedRect {
        let extent = PointExtent(face.keypoints)
        let eyes = (face.keypoints[FaceKeypoint.rightEye.rawValue], face.keypoints[FaceKeypoint.leftEye.rawValue])
        return RotatedRect(
            xCenter: extent.center.x, yCenter: extent.center.y, width: extent.size.x, height: extent.size.y,
            rotation: RegionRotation.bringing(eyes.0, eyes.1, to: .level, in: size, style: .solutions)
        ).expanded(shift: -0.1, scale: 2, in: size, style: .solutions)
    }

    private static func square(
        around box: BoundingBox, eyes: (SIMD2<Float>, SIMD2<Float>), in size: ImageSize
    ) -> RotatedRect {
        RotatedRect(
            around: box,
            rotation: RegionRotation.bringing(eyes.0, eyes.1, to: .level, in: size, style: .solutions)
        ).expanded(shift: 0, scale: margin, in: size, style: .solutions)
    }
}
