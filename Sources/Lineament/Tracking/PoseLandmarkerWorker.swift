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
        let rotation = try image.regionRotation
        var people = try bodies(
            in: pixels, regions: try analyzer.detectedRegions(in: pixels, rotation: rotation))
        if separation == .distinct { try search(pixels, rotation: rotation, adding: &people) }
        return PoseLandmarkerResult(
            bodies: people, trackIDs: [], size: pixels.size, timestampInMilliseconds: timestamp)
    }

    func process(_ frame: MPImage, timestamp: Int, memory: inout BodyTracks) throws -> PoseLandmarkerResult {
        let pixels = frame.pixels
        let tracked = memory.regions
        let detected =
            tracked.count >= numPoses
            ? [] : try analyzer.detectedRegions(in: pixels, rotation: try frame.regionRotation)
        let regions = candidates(tracked: tracked, detected: detected)
        var found = try bodies(in: pixels, regions: regions)
        if separation == .distinct, found.count < numPoses, memory.search.isDue(at: timestamp) {
            try search(pixels, rotation: try frame.regionRotation, adding: &found)
        }
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
            return try Concurrent.map(Array(regions.prefix(numPoses)), analyzer.threads) { region, isAlone in
                try analyzer.body(in: pixels, region: region, isAlone: isAlone)
            }.compactMap(\.self)
        case .distinct:
            var found: [Body] = []
            for region in regions where !found.isKnown(region) {
                if let body = try analyzer.body(in: pixels, region: region) { add(body, to: &found, in: pixels.size) }
            }
            return found
        }
    }

    /// Looks closer, below faces and then part by part, as long as fewer people are known than were asked for.
    private func search(_ pixels: PixelBuffer, rotation: Float, adding found: inout [Body]) throws {
        guard found.count < numPoses else { return }
        for region in try analyzer.regionsBelowFaces(in: pixels) where found.count < numPoses {
            try look(at: region, of: pixels, adding: &found)
        }
        for tile in SearchTiles.tiles(of: pixels.size, rotation: rotation) where found.count < numPoses {
            for region in try analyzer.detectedRegions(in: pixels, part: tile) where !found.isKnown(region) {
                try look(at: region, of: pixels, adding: &found)
            }
        }
    }

    /// Adds who is in a region that may be wrong. What is no body drifts off when it is looked at where it says to look next.
    private func look(at region: RotatedRect, of pixels: PixelBuffer, adding found: inout [Body]) throws {
        guard let first = try analyzer.body(in: pixels, region: region), first.isConvincing,
            let body = try analyzer.body(in: pixels, region: first.nextRegion), body.isConvincing,
            body.isSteady(since: first, in: pixels.size)
        else { return }
        add(body, to: &found, in: pixels.size)
    }

    /// Adds a person who is not known.
    private func add(_ body: Body, to found: inout [Body], in size: ImageSize) {
        guard found.count < numPoses, !found.contains(where: { $0.isSame(as: body, in: size) }) else { return }
        found.append(body)
    }
}

extension [Body] {
    /// Whether a region shows, for all one can tell from it alone, one of these people.
    fileprivate func isKnown(_ region: RotatedRect) -> Bool {
        contains { body in
            [body.region, body.nextRegion].contains {
                $0.uprightBox.intersectionOverUnion(region.uprightBox) > 0.8
            }
        }
    }
}
