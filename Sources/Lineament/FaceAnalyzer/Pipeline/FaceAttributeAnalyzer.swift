// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT

/// Detects faces and computes the attributes that ML Kit and Vision clients request.
///
/// Only the models needed for those attributes are loaded and run. The pipeline is: face detector, then (with a mesh)
/// landmark model, head pose and, on request, blendshapes, from which ``FaceExpression`` is computed.
package final class FaceAttributeAnalyzer: Sendable {
    /// The attributes to compute and the faces to detect.
    package struct Options: Sendable {
        /// The size range of the faces to detect. Default: `.short`.
        package var range = DetectionRange.short
        /// Whether to compute landmarks and, from them, head angles. Default: false.
        package var wantsMesh = false
        /// Whether to compute smile and open-eye probabilities, which requires the mesh. Default: false.
        package var wantsExpression = false
        /// The detection score below which faces are dropped, 0 to 1. Default: 0.5.
        package var minScore: Float = 0.5

        /// The threads of one inference; 0 for one per core, but at most four.
        package var numThreads = 0
        /// How a GPU runs the models; `nil`, the default, if the CPU does.
        package var gpu: GPUUse?

        /// Creates the default options: detection only.
        package init() {}
    }

    /// The intersection over union above which two detections are merged; MediaPipe's default for its face detector.
    private static let iouThreshold: Float = 0.3

    private let stages: FaceLandmarkerStages?
    private let detector: any FaceDetectionStage
    private let runs: ParallelRuns
    private let minScore: Float

    /// Loads the models that `options` require.
    /// - Throws: ``LineamentError`` if a model or the runtime cannot be loaded.
    package init(_ options: Options) throws {
        minScore = options.minScore
        let threading = try Threading(requested: options.numThreads, gpu: options.gpu)
        runs = ParallelRuns(threading)
        if options.wantsMesh || options.wantsExpression {
            let landmarker = FaceLandmarkerOptions()
            landmarker.range = options.range
            landmarker.baseOptions.numThreads = options.numThreads
            landmarker.baseOptions.gpu = options.gpu
            landmarker.outputFacialTransformationMatrixes = true
            // The detector has already decided that there is a face; a low threshold lets profiles and masked faces
            // have a mesh, too.
            landmarker.minFacePresenceConfidence = 0.1
            landmarker.outputFaceBlendshapes = options.wantsExpression
            let stages = try FaceLandmarkerStages(landmarker)
            self.stages = stages
            detector = stages.detector
        } else {
            stages = nil
            let base = try BlazeFaceDetector(
                ModelFile.fixed(FaceDetectorFactory.defaultModel(of: options.range)),
                threading: threading, style: .tasks)
            detector = try FaceDetectorFactory.detector(
                for: options.range, base: base, threading: threading,
                maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels)
        }
    }

    /// Returns the faces in an image, best score first, without the attributes that require the mesh.
    package func detect(in image: UprightImage) throws -> [FaceAttributes] {
        let size = image.pixels.size
        return try detector.faces(
            in: image.pixels, region: .wholeImage(size), minScore: minScore, iouThreshold: Self.iouThreshold
        ).map { FaceAttributes($0, in: size) }
    }

    /// Returns the faces with the attributes that require the mesh, wherever the landmark model confirms a face.
    /// - Parameters:
    ///   - faces: The faces.
    ///   - image: The image.
    ///   - isFrame: Whether the image is a frame of a video. In others, the range `auto` looks again for landmarks that fail
    ///     or are doubtful, which would take too long in each frame.
    package func analyze(
        _ faces: [FaceAttributes], in image: UprightImage, isFrame: Bool = false
    ) throws -> [FaceAttributes] {
        guard let stages else { return faces }
        return try mappingRuntimeErrors {
            let pixels = image.pixels
            let candidates = faces.map {
                FaceCandidate($0.rawDetection(in: pixels.size), in: pixels.size, isRetried: !isFrame)
            }
            let (found, _) = try stages.predictions(in: pixels, of: candidates)
            return try runs.map(Array(faces.indices)) { index, usesAllThreads in
                guard let first = found[index] else { return faces[index] }
                let steady = try stages.steadyPrediction(
                    first, region: candidates[index].region, in: pixels, usesAllThreads: usesAllThreads)
                return try stages.analyze(
                    faces[index], landmarks: steady.landmarks, in: pixels.size, usesAllThreads: usesAllThreads)
            }
        }
    }
}

extension FaceLandmarkerStages {
    /// Adds mesh, head angles and expression to a face.
    fileprivate func analyze(
        _ face: FaceAttributes, landmarks: LandmarkSet, in size: ImageSize, usesAllThreads: Bool
    ) throws -> FaceAttributes {
        let (blendshapes, pose) = try attributes(of: landmarks, in: size, usesAllThreads: usesAllThreads)
        let mesh = landmarks.map { $0 * SIMD3(size.width, size.height, size.width) }
        var analyzed = face
        analyzed.mesh = mesh
        analyzed.angles = pose.map { HeadAngles(matrix: $0.matrix) }
        analyzed.expression = blendshapes.map {
            FaceExpression(blendshapes: BlendshapeScores($0), mesh: mesh)
        }
        return analyzed
    }

    /// Returns the landmarks of a face.
    ///
    /// The face's own region is rotated by the detector's eyes. If the rotation measured on the resulting mesh differs by
    /// more than ``maxMisrotation``, the landmark model runs again on a region rotated by the mesh's eyes.
    fileprivate func steadyPrediction(
        _ first: FaceLandmarkModel.Prediction, region: RotatedRect, in pixels: PixelBuffer, usesAllThreads: Bool
    ) throws -> FaceLandmarkModel.Prediction {
        let better = FaceRegion.around(first.landmarks, in: pixels.size)
        let difference = abs(RegionRotation.difference(better.rotation, region.rotation))
        guard difference > Self.maxMisrotation,
            let second = try landmarkModel.predict(pixels, in: better, usesAllThreads: usesAllThreads),
            second.presence > minPresence
        else { return first }
        return second
    }

    /// The largest error of a region's rotation, 15 degrees in radians, that is left uncorrected. Below it, the mesh
    /// and therefore the angles equal MediaPipe's; above it, the roll of a single run is off.
    private static var maxMisrotation: Float { 0.26 }
}
