// SPDX-License-Identifier: Apache-2.0

/// The pipeline of a ``PoseLandmarker``, for single images and for the frames of a video.
///
/// detection → regions → landmark model → mask
///
/// In a video, the regions of tracked people replace detection while as many people are tracked as were requested;
/// identities and smoothing are applied before the mask is projected onto the image.
struct PoseLandmarkerPipeline: FramePipeline {
    let stages: PoseLandmarkerStages
    let acceptsMirroredOrientations: Bool
    private let numPoses: Int
    private let minTrackingConfidence: Float
    private let smoothing: Smoothing
    private let separation: PersonSeparation
    /// The longest time between two thorough searches of a video, in milliseconds.
    var longestSearchInterval = VideoPersonSearch.longestInterval

    init(_ options: PoseLandmarkerOptions) throws { try self.init(PoseLandmarkerStages(options), options) }

    init(_ stages: PoseLandmarkerStages, _ options: PoseLandmarkerOptions) {
        self.stages = stages
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        numPoses = options.numPoses
        minTrackingConfidence = options.minTrackingConfidence
        smoothing = options.smoothing
        separation = options.separation
    }

    func makeMemory() -> PoseTracks { PoseTracks(longestSearchInterval: longestSearchInterval) }

    func process(_ image: PipelineImage, timestamp: Int) throws -> PoseLandmarkerResult {
        let size = image.pixels.size
        let people = try poses(in: image.image).map { try PoseLandmarkerResult.Pose($0, trackID: nil, in: size) }
        return try image.stored(PoseLandmarkerResult(poses: people, timestampInMilliseconds: timestamp, isFrame: false))
    }

    /// Returns the people in a single image, whose masks are not projected onto it yet.
    func poses(in image: MPImage) throws -> [DetectedPose] {
        let pixels = image.pixels
        let rotation = try image.regionRotation
        let people = try stages.people(in: pixels, rotation: rotation)
        let found = try poses(in: pixels, regions: people.regions)
        guard separation == .distinct else { return found }
        var scene = scene(pixels, rotation: rotation, known: found)
        var search = PersonSearch(hints: people.hints)
        while try search.advance(in: &scene) {}
        return scene.found
    }

    func process(_ frame: PipelineImage, timestamp: Int, memory: inout PoseTracks) throws -> PoseLandmarkerResult {
        let pixels = frame.pixels
        var found = try poses(in: frame, tracked: memory.regions, search: &memory.search, timestamp: timestamp)
        var ids = memory.tracker.identify(found.map(\.trackingBox), size: pixels.size, time: timestamp)
        if separation == .distinct {
            let order = ids.indices.sorted { ids[$0] < ids[$1] }
            found = order.map { found[$0] }
            ids = order.map { ids[$0] }
        }
        memory.regions = found.map(\.nextRegion)
        let smooth = memory.smoothed(
            found, ids: ids, by: smoothing, numPoses: numPoses, size: pixels.size, timestamp: timestamp)
        let people = try zip(smooth, ids).map { try PoseLandmarkerResult.Pose($0, trackID: $1, in: pixels.size) }
        return try frame.stored(PoseLandmarkerResult(poses: people, timestampInMilliseconds: timestamp, isFrame: true))
    }

    /// Returns the people in a frame, not smoothed, whose masks are not projected onto it yet.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - tracked: The regions in which the people of the last frame are expected.
    ///   - search: The search for all people.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    func poses(
        in frame: PipelineImage, tracked: [RotatedRect], search: inout VideoPersonSearch, timestamp: Int
    ) throws -> [DetectedPose] {
        let pixels = frame.pixels
        let detected =
            tracked.count >= numPoses
            ? BlazePoseDetector.People(regions: [], hints: []) : try stages.people(in: pixels, rotation: frame.rotation)
        let found = try poses(in: pixels, regions: regions(tracked: tracked, detected: detected.regions))
        if found.count != tracked.count { search.noteChange() }
        guard separation == .distinct, found.count < numPoses else {
            search.rest(in: pixels, timestamp: timestamp)
            return found
        }
        var scene = scene(pixels, rotation: frame.rotation, known: found)
        try search.advance(in: &scene, hints: detected.hints, timestamp: timestamp)
        return scene.found
    }

    /// Returns the regions of a frame to run the landmark model on, best first.
    private func regions(tracked: [RotatedRect], detected: [RotatedRect]) -> [RotatedRect] {
        switch separation {
        case .mediaPipe:
            return RegionAssociation.merge(tracked, then: detected, iouThreshold: minTrackingConfidence)
        case .distinct:
            // Tracked people keep their regions; a detection can only add people.
            return tracked
                + RegionAssociation.new(detected, besides: tracked, iouThreshold: minTrackingConfidence)
        }
    }

    /// Returns the people in the first regions, up to the requested number.
    private func poses(in pixels: PixelBuffer, regions: [RotatedRect]) throws -> [DetectedPose] {
        switch separation {
        case .mediaPipe:
            return try stages.landmarkRuns.map(Array(regions.prefix(numPoses))) { region, usesAllThreads in
                try stages.pose(in: pixels, region: region, usesAllThreads: usesAllThreads)
            }.compactMap(\.self)
        case .distinct:
            var found: [DetectedPose] = []
            for region in regions where found.count < numPoses && !found.covers(region) {
                if let pose = try stages.pose(in: pixels, region: region) {
                    found.add(pose, in: pixels.size, limit: numPoses)
                }
            }
            return found
        }
    }

    /// Returns an image to search for people besides those who are known.
    func scene(_ pixels: PixelBuffer, rotation: Float, known: [DetectedPose]) -> PersonSearch.Scene {
        PersonSearch.Scene(stages: stages, pixels: pixels, rotation: rotation, numPoses: numPoses, found: known)
    }
}
