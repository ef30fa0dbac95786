// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``HandLandmarker``, for single images and for the frames of a video.
///
/// palms → regions → landmark model
///
/// In a video, the regions of tracked hands replace detection while as many hands are tracked as were requested.
struct HandLandmarkerPipeline: FramePipeline {
    let stages: HandLandmarkerStages
    let acceptsMirroredOrientations: Bool
    private let numHands: Int
    private let minTrackingConfidence: Float
    private let smoothing: Smoothing
    /// The search at the wrists of people; `nil` unless `range = .auto`.
    private let wrists: WristSearch?

    init(_ options: HandLandmarkerOptions) throws {
        stages = try HandLandmarkerStages(options)
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        numHands = options.numHands
        minTrackingConfidence = options.minTrackingConfidence
        smoothing = options.smoothing
        wrists = try options.range == .auto ? WristSearch(stages: stages, options: options) : nil
    }

    func makeMemory() -> HandTracks { HandTracks() }

    func process(_ image: PipelineImage, timestamp: Int) throws -> HandLandmarkerResult {
        let pixels = image.pixels
        let regions = try stages.palms(in: pixels, rotation: image.rotation).prefix(numHands)
        var hands = try stages.hands(in: pixels, regions: regions)
        if let wrists {
            hands = try wrists.hands(in: image.image, known: hands, limit: numHands) { Array(1..<$0.count + 1) }
        }
        return try image.stored(
            HandLandmarkerResult(
                hands: hands.map { HandLandmarkerResult.Hand($0, trackID: nil) }, timestampInMilliseconds: timestamp,
                isFrame: false))
    }

    func process(_ frame: PipelineImage, timestamp: Int, memory: inout HandTracks) throws -> HandLandmarkerResult {
        let pixels = frame.pixels
        let tracked = memory.regions
        let detected = tracked.count >= numHands ? [] : try stages.palms(in: pixels, rotation: frame.rotation)
        let regions = RegionAssociation.added(
            Array(detected.prefix(numHands)), to: tracked, iouThreshold: minTrackingConfidence)
        var hands = try stages.hands(in: pixels, regions: regions.prefix(numHands))
        if let wrists {
            hands = try memory.search.hands(
                in: frame, known: hands, limit: numHands, timestamp: timestamp, by: wrists)
        }
        memory.regions = hands.map(\.nextRegion)
        let ids = memory.identify(hands, in: pixels.size, timestamp: timestamp)
        hands = memory.withPeople(hands, ids: ids)
        let smooth = memory.smoothed(hands, ids: ids, by: smoothing, size: pixels.size, timestamp: timestamp)
        return try frame.stored(
            HandLandmarkerResult(
                hands: zip(smooth, ids).map { HandLandmarkerResult.Hand($0, trackID: $1) },
                timestampInMilliseconds: timestamp, isFrame: true))
    }
}
