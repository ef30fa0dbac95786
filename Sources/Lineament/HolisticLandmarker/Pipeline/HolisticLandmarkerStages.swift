// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the holistic landmarker and their models: bodies, and the faces and hands that are found from them.
///
/// The stages keep no state; ``HolisticLandmarkerPipeline`` connects them and ``PersonTracks`` holds what a video needs in
/// between.
struct HolisticLandmarkerStages: Sendable {
    /// Finds the bodies.
    let bodies: PoseLandmarkerPipeline
    let faceDetector: BlazeFaceDetector
    let faceModel: FaceLandmarkModel
    /// The blendshape model; `nil` if not requested.
    let blendshapeModel: BlendshapeModel?
    let handRefinement: HandRefinementModel
    let handModel: HandLandmarkModel
    private let partRuns: ParallelRuns
    private let blendshapeRuns: ParallelRuns
    private let minFaceDetectionScore: Float
    private let faceIOUThreshold: Float
    private let minFacePresence: Float
    private let minHandPresence: Float

    /// Loads and compiles the models that the options require.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded, or the bundle lacks a member.
    init(_ options: HolisticLandmarkerOptions) throws {
        // A local scope, so that the bundle's memory is released before the models are compiled.
        let models = try Models(ModelFile.read(options.baseOptions, default: .holisticLandmarker).bundle())
        self = try mappingRuntimeErrors { try HolisticLandmarkerStages(models, options: options) }
    }

    private init(_ models: Models, options: HolisticLandmarkerOptions) throws {
        let threading = try Threading(options.baseOptions)
        partRuns = ParallelRuns(threading)
        blendshapeRuns = ParallelRuns(threading)
        let poses = options.poseLandmarkerOptions
        bodies = PoseLandmarkerPipeline(
            try PoseLandmarkerStages(
                models.body, options: poses, iouThreshold: options.minPoseSuppressionThreshold), poses)
        faceDetector = try BlazeFaceDetector(models.faceDetector, threading: threading, style: .tasks)
        faceModel = try FaceLandmarkModel(models.face, threading: threading)
        blendshapeModel =
            options.outputFaceBlendshapes ? try BlendshapeModel(models.blendshapes, threading: threading) : nil
        handRefinement = try HandRefinementModel(models.handRefinement, threading: threading, style: .tasks)
        handModel = try HandLandmarkModel(models.hand, threading: threading, style: .tasks)
        minFaceDetectionScore = options.minFaceDetectionConfidence
        faceIOUThreshold = options.minFaceSuppressionThreshold
        minFacePresence = options.minFacePresenceConfidence
        minHandPresence = options.minHandLandmarksConfidence
    }

    /// Returns the faces and hands of people.
    /// - Parameters:
    ///   - bodies: The bodies.
    ///   - last: The parts of the same people in the last frame.
    ///   - pixels: The image.
    func parts(of bodies: [DetectedPose], last: [PersonParts], in pixels: PixelBuffer) throws -> [PersonParts] {
        let jobs = zip(bodies, last).flatMap { body, last in
            [Part.face, .hand(.left), .hand(.right)].map { Job(part: $0, body: body, last: last) }
        }
        let found = try partRuns.map(jobs) { job, usesAllThreads in
            try part(job, in: pixels, usesAllThreads: usesAllThreads)
        }
        let parts = stride(from: 0, to: found.count, by: 3).map {
            PersonParts(face: found[$0].face, leftHand: found[$0 + 1].leftHand, rightHand: found[$0 + 2].rightHand)
        }
        return parts.count > 1 ? parts.withEachHandOnce(bodies, in: pixels.size) : parts
    }

    /// Returns the blendshapes of faces; `nil` if not requested or without a face.
    func blendshapes(of faces: [LandmarkSet?], in size: ImageSize) throws -> [[Float]?] {
        guard let blendshapeModel else { return faces.map { _ in nil } }
        return try blendshapeRuns.map(faces) { face, usesAllThreads in
            try face.map { try blendshapeModel.scores(for: $0, in: size, usesAllThreads: usesAllThreads) }
        }
    }

    private enum Part: Sendable {
        case face
        case hand(PersonRegion.Side)
    }

    private struct Job: Sendable {
        let part: Part
        let body: DetectedPose
        let last: PersonParts
    }

    private func part(_ job: Job, in pixels: PixelBuffer, usesAllThreads: Bool) throws -> PersonParts {
        var parts = PersonParts()
        switch job.part {
        case .face:
            parts.face = try face(of: job.body, last: job.last.face, in: pixels, usesAllThreads: usesAllThreads)
        case .hand(let side):
            parts[side] = try hand(side, of: job.body, last: job.last[side], in: pixels, usesAllThreads: usesAllThreads)
        }
        return parts
    }

    private func face(
        of body: DetectedPose, last: FaceLandmarkModel.Prediction?, in pixels: PixelBuffer, usesAllThreads: Bool
    ) throws -> FaceLandmarkModel.Prediction? {
        let size = pixels.size
        let detected = try faceDetector.faces(
            in: pixels, region: PersonRegion.aroundHead(of: body, in: size, style: .tasks),
            minScore: minFaceDetectionScore,
            iouThreshold: faceIOUThreshold, usesAllThreads: usesAllThreads, keepsBoxSize: false)
        guard let detected = detected.first else { return nil }
        var region = PersonRegion.ofFace(detected, in: size)
        if let last {
            let tracked = PersonRegion.ofFace(last.landmarks, in: size)
            if PartTracking.face.isTracked(tracked, last.landmarks, near: region, in: size, style: .tasks) {
                region = tracked
            }
        }
        let face = try faceModel.predict(pixels, in: region, usesAllThreads: usesAllThreads)
        return face.flatMap { $0.presence > minFacePresence ? $0 : nil }
    }

    private func hand(
        _ side: PersonRegion.Side, of body: DetectedPose, last: DetectedHand?, in pixels: PixelBuffer,
        usesAllThreads: Bool
    ) throws -> DetectedHand? {
        let size = pixels.size
        guard let expected = PersonRegion.ofHand(side, of: body, in: size, style: .tasks),
            var region = try handRefinement.refined(expected, in: pixels, usesAllThreads: usesAllThreads)
        else { return nil }
        if let last, PartTracking.hand.isTracked(last.nextRegion, last.landmarks, near: region, in: size, style: .tasks)
        {
            region = last.nextRegion
        }
        var hand = try handModel.predict(
            pixels, in: region, minPresence: minHandPresence, usesAllThreads: usesAllThreads)
        if let world = hand?.world {
            let wrist = body.world[side.wrist.rawValue]
            hand?.world = world.map { ($0 - world[HandLandmark.wrist.rawValue]) + wrist }
        }
        return hand
    }

    /// The models of a bundle, loaded but not compiled.
    private struct Models {
        let body: PoseLandmarkerStages.Models
        let faceDetector: Model
        let face: Model
        let blendshapes: Model
        let hand: Model
        let handRefinement: Model

        init(_ bundle: ModelBundle) throws {
            body = try PoseLandmarkerStages.Models(bundle)
            (faceDetector, face, blendshapes, hand, handRefinement) = try mappingRuntimeErrors {
                (
                    try bundle.model("face_detector.tflite"), try bundle.model("face_landmarks_detector.tflite"),
                    try bundle.model("face_blendshapes.tflite"), try bundle.model("hand_landmarks_detector.tflite"),
                    try bundle.model("hand_roi_refinement.tflite")
                )
            }
        }
    }
}

extension HolisticLandmarkerOptions {
    /// The options of the search for bodies.
    fileprivate var poseLandmarkerOptions: PoseLandmarkerOptions {
        let options = PoseLandmarkerOptions(copying: self)
        options.numPoses = numPeople
        options.separation = numPeople == 1 ? .mediaPipe : .distinct
        options.minPoseDetectionConfidence = minPoseDetectionConfidence
        options.minPosePresenceConfidence = minPosePresenceConfidence
        options.shouldOutputSegmentationMasks = outputPoseSegmentationMasks
        return options
    }
}

extension [PersonParts] {
    /// Returns the parts without hands that are closer to another person's wrist: where people touch, a hand is found from
    /// both.
    fileprivate func withEachHandOnce(_ bodies: [DetectedPose], in size: ImageSize) -> [PersonParts] {
        var hands = indices.flatMap { index in
            PersonRegion.Side.allCases.compactMap { side in
                self[index][side].map { PlacedHand(person: index, side: side, hand: $0, body: bodies[index], in: size) }
            }
        }
        hands.sort { $0.distance < $1.distance }
        var parts = self
        var kept = [PlacedHand]()
        for hand in hands {
            if kept.contains(where: { $0.person != hand.person && $0.hand.isSameHand(as: hand.hand, in: size) }) {
                parts[hand.person][hand.side] = nil
            } else {
                kept.append(hand)
            }
        }
        return parts
    }
}

/// A hand and its distance from the wrist that it was found from, in pixels.
private struct PlacedHand {
    let person: Int
    let side: PersonRegion.Side
    let hand: DetectedHand
    let distance: Float

    init(person: Int, side: PersonRegion.Side, hand: DetectedHand, body: DetectedPose, in size: ImageSize) {
        self.person = person
        self.side = side
        self.hand = hand
        let offset = hand.landmarks[HandLandmark.wrist.rawValue].xy - body.landmarks[side.wrist.rawValue].xy
        distance = (offset * SIMD2(size.width, size.height)).length
    }
}
