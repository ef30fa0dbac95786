// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``FaceLandmarker``, for single images and for the frames of a video.
///
/// detection → regions → landmark model → blendshapes and head pose
///
/// In a video, the regions of tracked faces replace detection while as many faces are tracked as were requested;
/// identities and smoothing are applied between the landmark model and the blendshapes.
struct FaceLandmarkerPipeline: FramePipeline {
    let stages: FaceLandmarkerStages
    let acceptsMirroredOrientations: Bool
    private let numFaces: Int
    private let minTrackingConfidence: Float
    private let smoothing: Smoothing
    private let contents: FaceLandmarkerResult.Contents

    init(_ options: FaceLandmarkerOptions) throws {
        stages = try FaceLandmarkerStages(options)
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        numFaces = options.numFaces
        minTrackingConfidence = options.minTrackingConfidence
        smoothing = options.smoothing
        var contents: FaceLandmarkerResult.Contents = []
        if options.outputFaceBlendshapes { contents.insert(.blendshapes) }
        if options.outputFacialTransformationMatrixes { contents.insert(.matrixes) }
        if options.outputFaceMeshes { contents.insert(.meshes) }
        self.contents = contents
    }

    func makeMemory() -> FaceTracks { FaceTracks() }

    func process(_ image: PipelineImage, timestamp: Int) throws -> FaceLandmarkerResult {
        let pixels = image.pixels
        let candidates = try stages.candidates(in: pixels, rotation: image.rotation, limit: numFaces)
        let findings = try stages.findings(in: pixels, candidates: candidates)
        let faces = try stages.faces(findings.faces, trackIDs: nil, in: pixels.size)
        return try result(faces, findings, in: image, timestamp: timestamp, isFrame: false)
    }

    func process(_ frame: PipelineImage, timestamp: Int, memory: inout FaceTracks) throws -> FaceLandmarkerResult {
        let pixels = frame.pixels
        memory.search.followed = memory.regions
        var detected: [FaceCandidate] = []
        if memory.regions.count < numFaces {
            detected = try stages.candidates(
                inFrame: pixels, rotation: frame.rotation, limit: numFaces, timestamp: timestamp,
                search: &memory.search)
        } else {
            memory.search.rest(in: pixels, timestamp: timestamp)
        }
        let candidates = memory.candidates(
            with: detected, iouThreshold: minTrackingConfidence, isSearched: stages.retrial != nil, timestamp: timestamp
        ).prefix(numFaces)
        let findings = try stages.findings(in: pixels, candidates: Array(candidates))
        var predictions = findings.faces
        let found = predictions.map(\.landmarks)
        memory.regions = found.map { FaceRegion.around($0, in: pixels.size) }
        let ids = memory.tracker.identify(found.map(\.bounds), size: pixels.size, time: timestamp)
        let smooth = memory.smoothed(
            found, ids: ids, by: smoothing, numFaces: numFaces, size: pixels.size, timestamp: timestamp)
        for (index, landmarks) in smooth.enumerated() { predictions[index].landmarks = landmarks }
        let faces = try stages.faces(predictions, trackIDs: ids, in: pixels.size)
        return try result(faces, findings, in: frame, timestamp: timestamp, isFrame: true)
    }

    private func result(
        _ faces: [FaceLandmarkerResult.Face], _ findings: FaceFindings, in image: PipelineImage, timestamp: Int,
        isFrame: Bool
    ) throws -> FaceLandmarkerResult {
        // Flipped back before they are rounded to whole pixels, as a face detector's.
        let others = try findings.withoutLandmarks.map { Detection(try image.stored($0), in: image.pixels.size) }
        return try image.stored(
            FaceLandmarkerResult(
                faces: faces, facesWithoutLandmarks: others, detectedFaceCount: findings.count, contents: contents,
                timestampInMilliseconds: timestamp, isFrame: isFrame))
    }
}
