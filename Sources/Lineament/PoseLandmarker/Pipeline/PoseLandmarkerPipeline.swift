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

    init(_ options: PoseLandmarkerOptions) throws {
        stages = try PoseLandmarkerStages(options)
        acceptsMirroredOrientations = options.acceptsMirroredOrientations
        numPoses = options.numPoses
        minTrackingConfidence = options.minTrackingConfidence
        smoothing = options.smoothing
        separation = options.separation
    }

    func makeMemory() -> PoseTracks { PoseTracks() }

    func process(_ image: PipelineImage, timestamp: Int) throws -> PoseLandmarkerResult {
        let size = image.pixels.size
        let people = try poses(in: image.image).map { try PoseLandmarkerResult.Pose($0, trackID: nil, in: size) }
        return try image.stored(PoseLandmarkerResult(poses: people, timestampInMilliseconds: timestamp, isFrame: false))
    }

    /// Returns the people in a single image, whose masks are not projected onto it yet.
    func poses(in image: MPImage) throws -> [DetectedPose] {
        let pixels = image.pixels
        let rotation = try image.regionRotation
        var found = try poses(in: pixels, regions: try stages.detectedRegions(in: pixels, rotation: rotation))
        if separation == .distinct { try searchClosely(pixels, rotation: rotation, adding: &found) }
        return found
    }

    func process(_ frame: PipelineImage, timestamp: Int, memory: inout PoseTracks) throws -> PoseLandmarkerResult {
        let pixels = frame.pixels
        let tracked = memory.regions
        let detected =
            tracked.count >= numPoses ? [] : try stages.detectedRegions(in: pixels, rotation: frame.rotation)
        var found = try poses(in: pixels, regions: regions(tracked: tracked, detected: detected))
        if found.count != tracked.count { memory.detectionInterval.note(isWorthwhile: true) }
        if separation == .distinct, found.count < numPoses, memory.detectionInterval.isDue(at: timestamp) {
            try searchClosely(pixels, rotation: frame.rotation, adding: &found)
            memory.detectionInterval.note(isWorthwhile: found.count != tracked.count)
        }
        var ids = memory.tracker.identify(found.map(\.trackingBox), size: pixels.size, time: timestamp)
        if separation == .distinct {
            let order = ids.indices.sorted { ids[$0] < ids[$1] }
            (found, ids) = (order.map { found[$0] }, order.map { ids[$0] })
        }
        memory.regions = found.map(\.nextRegion)
        let smooth = memory.smoothed(
            found, ids: ids, by: smoothing, numPoses: numPoses, size: pixels.size, timestamp: timestamp)
        let people = try zip(smooth, ids).map { try PoseLandmarkerResult.Pose($0, trackID: $1, in: pixels.size) }
        return try frame.stored(PoseLandmarkerResult(poses: people, timestampInMilliseconds: timestamp, isFrame: true))
    }

    /// Returns the regions of a frame to run the landmark model on, best first.
    private func regions(tracked: [RotatedRect], detected: [RotatedRect]) -> [RotatedRect] {
        switch separation {
        case .mediaPipe:
            return RegionAssociation.merge(tracked: tracked, detected: detected, iouThreshold: minTrackingConfidence)
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
            return try Concurrent.map(Array(regions.prefix(numPoses)), stages.threading) { region, usesAllThreads in
                try stages.pose(in: pixels, region: region, usesAllThreads: usesAllThreads)
            }.compactMap(\.self)
        case .distinct:
            var found: [DetectedPose] = []
            for region in regions where found.count < numPoses && !found.covers(region) {
                if let pose = try stages.pose(in: pixels, region: region) { add(pose, to: &found, in: pixels.size) }
            }
            return found
        }
    }

    /// Searches below faces and then tile by tile, until as many people are known as were requested.
    private func searchClosely(_ pixels: PixelBuffer, rotation: Float, adding found: inout [DetectedPose]) throws {
        guard found.count < numPoses else { return }
        for region in try stages.regionsBelowFaces(in: pixels, rotation: rotation) where found.count < numPoses {
            try addConfirmed(in: region, of: pixels, to: &found)
        }
        for tile in ImageTiling.poseTiles(of: pixels.size, rotation: rotation) where found.count < numPoses {
            let regions = try stages.detectedRegions(in: pixels, part: tile)
            for region in regions where found.count < numPoses && !found.covers(region) {
                try addConfirmed(in: region, of: pixels, to: &found)
            }
        }
    }

    /// Adds the person in a region that may be a false positive.
    ///
    /// The landmark model runs twice, the second time on the region that its first output predicts. On anything but a
    /// body, the landmarks drift between the two.
    private func addConfirmed(
        in region: RotatedRect, of pixels: PixelBuffer, to found: inout [DetectedPose]
    ) throws {
        guard let first = try stages.pose(in: pixels, region: region), first.isConvincing,
            let pose = try stages.pose(in: pixels, region: first.nextRegion), pose.isConvincing,
            pose.isSteady(since: first, in: pixels.size)
        else { return }
        add(pose, to: &found, in: pixels.size)
    }

    /// Adds a person unless already known.
    private func add(_ pose: DetectedPose, to found: inout [DetectedPose], in size: ImageSize) {
        guard found.count < numPoses, !found.contains(where: { $0.isSame(as: pose, in: size) }) else { return }
        found.append(pose)
    }
}

extension [DetectedPose] {
    /// The intersection over union above which two regions show the same body.
    private static var overlapOfSameBody: Float { 0.8 }

    /// Returns whether a region shows one of these people, judging by the region alone.
    fileprivate func covers(_ region: RotatedRect) -> Bool {
        contains { pose in
            [pose.region, pose.nextRegion].contains {
                $0.uprightBox.intersectionOverUnion(region.uprightBox) > Self.overlapOfSameBody
            }
        }
    }
}
