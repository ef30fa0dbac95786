internal import Foundation
internal import LiteRT

/// Detects faces and analyses what was asked for; only the models needed for that are loaded and run.
package final class FaceAttributeAnalyzer: Sendable {
    package struct Options: Sendable {
        package var range = DetectionRange.short
        /// Whether landmarks, and with them angles, are wanted.
        package var wantsMesh = false
        /// Whether smiles and open eyes are wanted; needs the mesh.
        package var wantsExpression = false
        package var minScore: Float = 0.5

        package init() {}
    }

    private static let iouThreshold: Float = 0.3

    private let stages: FaceLandmarkerStages?
    private let detector: any FaceDetectionStage
    private let minScore: Float

    package init(_ options: Options) throws {
        minScore = options.minScore
        if options.wantsMesh || options.wantsExpression {
            let landmarker = FaceLandmarkerOptions()
            landmarker.range = options.range
            landmarker.outputFacialTransformationMatrixes = true
            // The detector has said that there is a face; profiles and masks get a mesh, too.
            landmarker.minFacePresenceConfidence = 0.1
            landmarker.outputFaceBlendshapes = options.wantsExpression
            let stages = try FaceLandmarkerStages(landmarker)
            self.stages = stages
            detector = stages.detector
        } else {
            stages = nil
            let threading = try Threading(requested: 0)
            let base = try BlazeFaceDetector(
                ModelFile.read(path: "", default: FaceDetectorFactory.defaultModel(of: options.range)),
                threading: threading)
            detector = try FaceDetectorFactory.detector(
                for: options.range, base: base, threading: threading,
                maxSearchedPixels: FaceDetectorOptions().maxSearchedPixels)
        }
    }

    /// The faces in an image, best first, without what needs the mesh.
    package func detect(in image: UprightImage) throws -> [FaceAttributes] {
        let size = image.pixels.size
        return try detector.faces(
            in: image.pixels, region: .wholeImage(size), minScore: minScore, iouThreshold: Self.iouThreshold
        ).map { FaceAttributes($0, in: size) }
    }

    /// The faces with what the mesh tells, where the landmark model sees a face.
    package func analyze(_ faces: [FaceAttributes], in image: UprightImage) throws -> [FaceAttributes] {
        guard let stages else { return faces }
        return try mappingRuntimeErrors {
            try Concurrent.map(faces, stages.threading) {
                try stages.analyze($0, in: image.pixels, usesAllThreads: $1)
            }
        }
    }
}

extension FaceLandmarkerStages {
    fileprivate func analyze(
        _ face: FaceAttributes, in pixels: PixelBuffer, usesAllThreads: Bool
    ) throws -> FaceAttributes {
        let size = pixels.size
        guard let prediction = try steadyPrediction(of: face, in: pixels, usesAllThreads: usesAllThreads) else {
            return face
        }
        let landmarks = prediction.landmarks
        let (blendshapes, matrix) = try attributes(of: landmarks, in: size, usesAllThreads: usesAllThreads)
        let mesh = landmarks.map { $0 * SIMD3(size.width, size.height, size.width) }
        var analyzed = face
        analyzed.mesh = mesh
        analyzed.angles = matrix.map(HeadAngles.init)
        analyzed.expression = blendshapes.map {
            FaceExpression(blendshapes: BlendshapeScores($0), mesh: mesh)
        }
        return analyzed
    }

    /// The landmarks of a face. A region that was rotated by the detector's eyes is rotated by the mesh's and shown to the
    /// model again, if the two differ.
    private func steadyPrediction(
        of face: FaceAttributes, in pixels: PixelBuffer, usesAllThreads: Bool
    ) throws -> FaceLandmarkModel.Prediction? {
        let size = pixels.size
        let region = FaceRegion.around(face.rawDetection(in: size), in: size)
        guard let first = try landmarkModel.predict(pixels, in: region, usesAllThreads: usesAllThreads),
            first.presence > minPresence
        else { return nil }
        let better = FaceRegion.around(first.landmarks, in: size)
        let difference = abs(remainder(better.rotation - region.rotation, 2 * .pi))
        guard difference > Self.largestMisrotation,
            let second = try landmarkModel.predict(pixels, in: better, usesAllThreads: usesAllThreads),
            second.presence > minPresence
        else { return first }
        return second
    }

    /// In radians, 15 degrees. Up to here the mesh, and so the angles, are MediaPipe's; beyond it its roll is off.
    private static var largestMisrotation: Float { 0.26 }
}
