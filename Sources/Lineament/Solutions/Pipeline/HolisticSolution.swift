// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// MediaPipe's `Holistic`: `holistic_landmark_cpu.pbtxt`.
///
/// body → regions of face and hands → their landmark models
///
/// The last face and hands count even if images are unrelated, as in MediaPipe; only the body is not tracked then.
struct HolisticSolution: SolutionPipeline {
    /// The scores of faces and hands, for which there is no option.
    private static let minFaceDetection: Float = 0.5
    private static let minFaceSuppression: Float = 0.3
    private static let minFacePresence: Float = 0.5
    private static let minHandPresence: Float = 0.5

    private let pose: PoseSolution
    private let faceDetector: BlazeFaceDetector
    private let faceModel: FaceMeshModel
    private let handRefinement: HandRefinementModel
    private let handModel: HandLandmarkModel
    private let runs: ParallelRuns
    private let options: SolutionOptions

    /// The state that is kept from one image to the next.
    struct Track: Sendable {
        var body = PoseSolutionTrack()
        var parts = Parts()
    }

    /// The face and the hands.
    struct Parts: Sendable {
        var face: LandmarkSet?
        var leftHand: DetectedHand?
        var rightHand: DetectedHand?
    }

    /// The parts that are looked for side by side.
    private enum Part {
        case face, leftHand, rightHand
    }

    init(_ options: SolutionOptions) throws {
        self.options = options
        pose = try PoseSolution(options)
        let models = try SolutionModels(options)
        // Together on one thread each, they take a third less time than one after the other on two.
        runs = ParallelRuns(models.lightThreading)
        faceDetector = try models.faceDetector()
        faceModel = try FaceMeshModel(models, isRefined: options.refinesLandmarks)
        let refinement = try models.member("hand_roi_refinement", of: .holisticLandmarker)
        let hand = try models.member("hand_landmarks_detector", of: .handLandmarker)
        (handRefinement, handModel) = try mappingRuntimeErrors {
            (
                try HandRefinementModel(refinement, threading: models.lightThreading, style: .solutions),
                try HandLandmarkModel(hand, threading: models.lightThreading, style: .solutions)
            )
        }
    }

    func makeMemory() -> Track { Track() }

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout Track) throws -> SolutionOutput {
        var output = SolutionOutput()
        guard let body = try pose.body(in: pixels, nanoseconds: nanoseconds, track: &memory.body) else {
            memory.parts = Parts()
            return output
        }
        memory.parts = try parts(of: body, last: memory.parts, in: pixels)
        output.body = SolutionOutput.Body(landmarks: body.landmarks, world: body.world, visibility: body.visibility)
        output.mask = try body.mask(for: pixels.size)
        output.faces = memory.parts.face.map { [$0] } ?? []
        output.leftHand = memory.parts.leftHand?.landmarks
        output.rightHand = memory.parts.rightHand?.landmarks
        return output
    }

    private func parts(of body: DetectedPose, last: Parts, in pixels: PixelBuffer) throws -> Parts {
        let found = try runs.map([Part.face, .leftHand, .rightHand]) { part, usesAllThreads -> Parts in
            var parts = Parts()
            switch part {
            case .face: parts.face = try face(of: body, last: last.face, in: pixels, usesAllThreads: usesAllThreads)
            case .leftHand:
                parts.leftHand = try hand(
                    .left, of: body, last: last.leftHand, in: pixels, usesAllThreads: usesAllThreads)
            case .rightHand:
                parts.rightHand = try hand(
                    .right, of: body, last: last.rightHand, in: pixels, usesAllThreads: usesAllThreads)
            }
            return parts
        }
        return Parts(face: found[0].face, leftHand: found[1].leftHand, rightHand: found[2].rightHand)
    }

    private func face(
        of body: DetectedPose, last: LandmarkSet?, in pixels: PixelBuffer, usesAllThreads: Bool
    ) throws -> LandmarkSet? {
        let size = pixels.size
        let detected = try faceDetector.faces(
            in: pixels, region: PersonRegion.aroundHead(of: body, in: size, style: .solutions),
            minScore: Self.minFaceDetection, iouThreshold: Self.minFaceSuppression, usesAllThreads: usesAllThreads,
            keepsBoxSize: false)
        guard let detected = detected.first else { return nil }
        var region = SolutionFaceRegion.around(keypointsOf: detected, in: size)
        if let last {
            let tracked = SolutionFaceRegion.around(last, in: size)
            if PartTracking.face.isTracked(tracked, last, near: region, in: size, style: .solutions) {
                region = tracked
            }
        }
        let face = try faceModel.predict(pixels, in: region, usesAllThreads: usesAllThreads)
        return face.flatMap { $0.presence > Self.minFacePresence ? $0.landmarks : nil }
    }

    private func hand(
        _ side: PersonRegion.Side, of body: DetectedPose, last: DetectedHand?, in pixels: PixelBuffer,
        usesAllThreads: Bool
    ) throws -> DetectedHand? {
        let size = pixels.size
        guard let expected = PersonRegion.ofHand(side, of: body, in: size, style: .solutions),
            var region = try handRefinement.refined(expected, in: pixels, usesAllThreads: usesAllThreads)
        else { return nil }
        if let last,
            PartTracking.hand.isTracked(last.nextRegion, last.landmarks, near: region, in: size, style: .solutions)
        {
            region = last.nextRegion
        }
        return try handModel.predict(
            pixels, in: region, minPresence: Self.minHandPresence, usesAllThreads: usesAllThreads)
    }
}
