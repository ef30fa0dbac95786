/// What a pose landmarker does with a picture, and with the frames of a video.
struct PoseLandmarkerWorker: FrameWorker {
    let analyzer: PoseAnalyzer
    let numPoses: Int
    let minTrackingConfidence: Float
    let smoothing: Smoothing
    let separation: PersonSeparation

    func makeMemory() -> BodyTracks { BodyTracks() }

    func process(_ image: MPImage, timestamp: Int) throws -> PoseLandmarkerResult {
        let pixels = image.pixels
        let regions = try analyzer.detectedRegions(in: pixels, rotation: try image.regionRotation)
        return PoseLandmarkerResult(
            bodies: try bodies(in: pixels, regions: regions), trackIDs: [], size: pixels.size,
            timestampInMilliseconds: timestamp)
    }

    func process(_ frame: MPImage, timestamp: Int, memory: inout BodyTracks) throws -> PoseLandmarkerResult {
        let pixels = frame.pixels
        let tracked = memory.regions
        let detected =
            tracked.count >= numPoses
            ? [] : try analyzer.detectedRegions(in: pixels, rotation: try frame.regionRotation)
        let regions = candidates(tracked: tracked, detected: detected)
        var found = try bodies(in: pixels, regions: regions)
        var ids = memory.register.identify(found.map(\.trackingBox), size: pixels.size, time: timestamp)
        if separation == .distinct {
            let order = ids.indices.sorted { ids[$0] < ids[$1] }
            (found, ids) = (order.map { found[$0] }, order.map { ids[$0] })
        }
        memory.regions = found.map(\.nextRegion)
        let smooth = memory.smoothed(
            found, ids: ids, by: smoothing, numPoses: numPoses, size: pixels.size, timestamp: timestamp)
        return PoseLandmarkerResult(
            bodies: smooth, trackIDs: ids, size: pixels.size, timestampInMilliseconds: timestamp)
    }

    /// Where to look in a frame, best first.
    private func candidates(tracked: [RotatedRect], detected: [RotatedRect]) -> [RotatedRect] {
        switch separation {
        case .original:
            return associated(tracked: tracked, detected: detected, threshold: minTrackingConfidence)
        case .distinct:
            // Who is followed stays followed; a detection only adds people.
            let isNew = { (region: RotatedRect) in
                tracked.allSatisfy {
                    $0.uprightBox.intersectionOverUnion(region.uprightBox) <= minTrackingConfidence
                }
            }
            return tracked + detected.filter(isNew)
        }
    }

    /// The people in the first regions, as many as were asked for.
    private func bodies(in pixels: PixelBuffer, regions: [RotatedRect]) throws -> [Body] {
        switch separation {
        case .original:
            return try regions.prefix(numPoses).compactMap { try analyzer.body(in: pixels, region: $0) }
        case .distinct:
            var found: [Body] = []
            for region in regions where found.count < numPoses {
                guard let body = try analyzer.body(in: pixels, region: region),
                    !found.contains(where: { $0.isSame(as: body, in: pixels.size) })
                else { continue }
                found.append(body)
            }
            return found
        }
    }
}
