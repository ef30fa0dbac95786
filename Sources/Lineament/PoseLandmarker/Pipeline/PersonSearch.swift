/// Looks for people whom the pose detector does not detect in the whole image, for `separation = .distinct`.
///
/// Faces tell where people are: below each that belongs to nobody yet, the landmark model looks for a body. Then the
/// detector is run on large squares, and on smaller ones where a weak detection may be somebody. So a picture of one
/// person costs a search for faces and a few runs of the detector, which takes half as long as the landmark model.
struct PersonSearch {
    let stages: PoseLandmarkerStages
    let pixels: PixelBuffer
    let rotation: Float
    /// The number of people at which the search ends.
    let numPoses: Int
    /// The number of squares of a size up to which all of them are searched.
    private static let fewSquares = 4
    /// The people known so far.
    var found: [DetectedPose]

    /// Searches below faces and then square by square.
    /// - Parameter hints: The regions of weak detections in the whole image.
    mutating func run(hints: [RotatedRect]) throws {
        guard found.count < numPoses else { return }
        let faceCount = try searchBelowFaces()
        var causes = hints
        var isPromising = false
        for squares in ImageTiling.poseSquares(of: pixels.size, rotation: rotation) {
            let open = causes.filter { region in !found.contains { $0.explains(region) } }
            let areFew = squares.count <= Self.fewSquares
            let chosen =
                areFew || isPromising ? squares : squares.filter { $0.contains(centerOfAny: open, in: pixels.size) }
            let count = found.count
            causes = try search(chosen)
            // Where there are several people, there may be more; small ones only if there are others.
            isPromising = max(found.count, faceCount) > 1 && (areFew || found.count > count)
        }
    }

    /// Looks for a body below each face that belongs to nobody yet, and returns the number of faces.
    private mutating func searchBelowFaces() throws -> Int {
        let faces = try stages.faces(in: pixels, rotation: rotation, isUprightCertain: !found.isEmpty)
        for face in faces where found.count < numPoses {
            if found.contains(where: { $0.hasHead(of: face, in: pixels.size) }) { continue }
            try addConfirmed(in: PoseRegion.below(face, in: pixels.size))
        }
        return faces.count
    }

    /// Runs the detector on squares and returns the regions in which somebody may be.
    private mutating func search(_ squares: [RotatedRect]) throws -> [RotatedRect] {
        var regions: [RotatedRect] = []
        for square in squares where found.count < numPoses {
            let people = try stages.people(in: pixels, part: square)
            for region in people.regions where found.count < numPoses && !found.covers(region) {
                try addConfirmed(in: region)
            }
            regions += people.regions + people.hints
        }
        return regions
    }

    /// Adds the person in a region that may be a false positive.
    ///
    /// The landmark model runs twice, the second time on the region that its first output predicts. On anything but a
    /// body, the landmarks drift between the two.
    private mutating func addConfirmed(in region: RotatedRect) throws {
        guard let first = try stages.pose(in: pixels, region: region), first.isConvincing,
            !found.contains(where: { $0.isSame(as: first, in: pixels.size) }),
            let pose = try stages.pose(in: pixels, region: first.nextRegion), pose.isConvincing,
            pose.isSteady(since: first, in: pixels.size)
        else { return }
        found.add(pose, in: pixels.size, limit: numPoses)
    }
}

extension [DetectedPose] {
    /// The intersection over union above which two regions show the same body.
    private static var overlapOfSameBody: Float { 0.8 }

    /// Adds a person unless already known, or there are as many as the limit.
    mutating func add(_ pose: DetectedPose, in size: ImageSize, limit: Int) {
        guard count < limit, !contains(where: { $0.isSame(as: pose, in: size) }) else { return }
        append(pose)
    }

    /// Returns whether a region shows one of these people, judging by the region alone.
    func covers(_ region: RotatedRect) -> Bool {
        contains { pose in
            [pose.region, pose.nextRegion].contains {
                $0.uprightBox.intersectionOverUnion(region.uprightBox) > Self.overlapOfSameBody
            }
        }
    }
}

extension DetectedPose {
    /// The share of a body's width and height by which a detection may lie outside and still be that body.
    private static let slack: Float = 0.15
    /// The size, relative to that of a body, below which a detection in its region is likely a part of it.
    private static let partOfBody: Float = 0.4
    /// The visibility from which a landmark is seen.
    private static let seen: Float = 0.3

    /// Returns whether a weak detection is likely this body or a part of it.
    fileprivate func explains(_ region: RotatedRect) -> Bool {
        let points = zip(landmarks, visibility).filter { $0.1 > Self.seen }.map { SIMD2($0.0.x, $0.0.y) }
        guard let (low, high) = points.corners else { return false }
        let (slack, center) = (Self.slack * (high - low), SIMD2(region.xCenter, region.yCenter))
        return BoundingBox(minimum: low - slack, maximum: high + slack).contains(center)
            || (region.width < Self.partOfBody * nextRegion.width && nextRegion.uprightBox.contains(center))
    }
}

extension RotatedRect {
    /// Returns whether the center of any region lies within, also if this one is rotated.
    fileprivate func contains(centerOfAny regions: [RotatedRect], in size: ImageSize) -> Bool {
        regions.contains { region in
            let pixels = SIMD2(size.width, size.height)
            let offset = (SIMD2(region.xCenter, region.yCenter) - SIMD2(xCenter, yCenter)) * pixels
            let reach = SIMD2(width, height) * pixels / 2
            return abs(offset.x) <= reach.x && abs(offset.y) <= reach.y
        }
    }
}
