// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``FaceAnalyzer``, for single images and for the frames of a video, whose faces are tracked.
struct FaceAnalyzerPipeline: FramePipeline {
    let acceptsMirroredOrientations: Bool
    let analysis: FaceAnalysis

    init(_ options: FaceAnalyzerOptions) throws {
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        analysis = try FaceAnalysis(
            FaceAnalysis.Settings(
                range: options.range, wantsLandmarks: options.outputLandmarks, wantsContours: options.outputContours,
                wantsExpressions: options.outputExpressions, minFaceSize: options.minFaceSize),
            base: options.baseOptions)
    }

    func makeMemory() -> FaceIdentityTracker { FaceIdentityTracker() }

    func process(_ image: PipelineImage, timestamp: Int) throws -> FaceAnalyzerResult {
        let upright = try UprightImage(image.image)
        let faces = try analysis.faces(in: upright, placedIn: .stored, isFrame: false) { _ in nil }
        return try image.stored(
            FaceAnalyzerResult(faces: faces, timestampInMilliseconds: timestamp, isFrame: false))
    }

    func process(
        _ frame: PipelineImage, timestamp: Int, memory: inout FaceIdentityTracker
    ) throws -> FaceAnalyzerResult {
        let upright = try UprightImage(frame.image)
        let faces = try analysis.faces(in: upright, placedIn: .stored, isFrame: true) {
            memory.identify($0, in: upright, time: timestamp)
        }
        return try frame.stored(
            FaceAnalyzerResult(faces: faces, timestampInMilliseconds: timestamp, isFrame: true))
    }
}
