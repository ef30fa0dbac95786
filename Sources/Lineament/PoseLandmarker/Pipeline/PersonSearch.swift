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
    /// The distance of hips, relative to the side of the region below a face, below which a detection is of that body.
    private static let closestHidden: Float = 0.25
    /// The people known so far.
    private(set) var found: [DetectedPose]
    /// The regions below faces in which the landmark model sees no body, or cannot, as others are in front of it.
    private var hidden: [RotatedRect] = []

    init(
        stages: PoseLandmarkerStages, pixels: PixelBuffer, rotation: Float, numPoses: Int, known: [DetectedPose]
    ) {
        (self.stages, self.pixels, self.rotation, self.numPoses, found) = (stages, pixels, rotation, numPoses, known)
    }

    /// Searches below faces and then square by square.
    /// - Parameter hints: The regions of weak detections in the whole image.
    mutating func run(hints: [RotatedRect]) throws {
        guard found.count < numPoses else { return }
        try searchBelowFaces()
        var causes = hints
        var isPromising = false
        for squares in ImageTiling.poseSquares(of: pixels.size, rotation: rotation) {
            let open = causes.filter { region in !isHidden(region) && !found.contains { $0.explains(region) } }
            let chosen =
                isPromising || squares.count <= Self.fewSquares
                ? squares : squares.filter { $0.contains(centerOfAny: open, in: pixels.size) }
            let count = found.count
            causes = try search(chosen)
            // Where a search has found somebody new, there may be more.
            isPromising = found.count > count
        }
    }

    /// Looks for a body below each face that belongs to nobody yet.
    private mutating func searchBelowFaces() throws {
        let faces = try stages.faces(in: pixels, rotation: rotation, isUprightCertain: !found.isEmpty)
        for face in faces where found.count < numPoses {
            if found.contains(where: { $0.hasHead(of: face, in: pixels.size) }) { continue }
            let region = PoseRegion.below(face, in: pixels.size)
            if try faces.contains(where: { $0.hidesBody(of: face) }) || !addConfirmed(in: region, face: face) {
                hidden.append(region)
            }
        }
    }

    /// Returns whether a detection is a body that was looked for below its face, in vain.
    private func isHidden(_ region: RotatedRect) -> Bool {
        hidden.contains { $0.isAbout(region, within: Self.closestHidden, in: pixels.size) }
    }

    /// Runs the detector on squares and returns the regions in which somebody may be.
    private mutating func search(_ squares: [RotatedRect]) throws -> [RotatedRect] {
        var regions: [RotatedRect] = []
        for square in squares where found.count < numPoses {
            let people = try stages.people(in: pixels, part: square)
            for region in people.regions where found.count < numPoses && !isHidden(region) {
                if found.contains(where: { $0.isIn(region, of: pixels.size) || $0.hasPart(region) }) { continue }
                try addConfirmed(in: region)
            }
            regions += people.regions + people.hints
        }
        return regions
    }

    /// Adds the person in a region that may be a false positive, and returns whether anything there resembles a body.
    ///
    /// The landmark model runs twice, the second time on the region that its first output predicts. On anything but a
    /// body, the landmarks drift between the two.
    /// - Parameters:
    ///   - region: The region.
    ///   - face: The face that the person must have; `nil` if none is known.
    @discardableResult
    private mutating func addConfirmed(in region: RotatedRect, face: YuNetDetection? = nil) throws -> Bool {
        guard let first = try stages.pose(in: pixels, region: region), first.isConvincing else { return false }
        if let face, !first.hasHead(of: face, in: pixels.size) { return true }
        guard !found.contains(where: { $0.isSame(as: first, in: pixels.size) }),
            let pose = try stages.pose(in: pixels, region: first.nextRegion), pose.isConvincing,
            pose.isSteady(since: first, in: pixels.size, hasKnownFace: face != nil)
        else { return true }
        found.add(pose, in: pixels.size, limit: numPoses)
        return true
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
    /// The distance of the hips, relative to the side of a body's region, below which a detection of about its size is
    /// that body: 159 of 213 are on the test photos, and none of another body.
    private static let closestHips: Float = 0.15
    /// The visibility from which a landmark is seen.
    private static let seen: Float = 0.3

    /// Returns whether a weak detection is likely this body or a part of it.
    fileprivate func explains(_ region: RotatedRect) -> Bool {
        let points = zip(landmarks, visibility).filter { $0.1 > Self.seen }.map { SIMD2($0.0.x, $0.0.y) }
        guard let (low, high) = points.corners else { return false }
        let (slack, center) = (Self.slack * (high - low), SIMD2(region.xCenter, region.yCenter))
        return BoundingBox(minimum: low - slack, maximum: high + slack).contains(center)
            || hasPart(region)
    }

    /// Returns whether a detection is this body.
    fileprivate func isIn(_ region: RotatedRect, of size: ImageSize) -> Bool {
        nextRegion.isAbout(region, within: Self.closestHips, in: size)
    }

    /// Returns whether a detection is likely a part of this body: it lies in its region and is much smaller.
    fileprivate func hasPart(_ region: RotatedRect) -> Bool {
        region.width < Self.partOfBody * nextRegion.width
            && nextRegion.uprightBox.contains(SIMD2(region.xCenter, region.yCenter))
    }
}

extension RotatedRect {
    /// The size of a region of the same body, relative to this one.
    private static let sizeOfSameBody: ClosedRange<Float> = 0.5...2

    /// Returns whether another region is about as large, with its center within a share of this one's side from its own.
    fileprivate func isAbout(_ other: RotatedRect, within share: Float, in size: ImageSize) -> Bool {
        let offset = SIMD2(other.xCenter - xCenter, other.yCenter - yCenter) * SIMD2(size.width, size.height)
        return offset.length < share * width * size.width && Self.sizeOfSameBody.contains(other.width / width)
    }

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

extension YuNetDetection {
    /// The part of a body, in heights of its face from the face's center, in which another face hides it: the distances
    /// below the face, and to the side.
    private static let torso = (below: Float(1.2)...3, beside: Float(0.7))
    /// The height of another face, relative to this one, from which it hides a body.
    private static let minHidingHeight: Float = 0.6

    /// Returns whether the body below another face is hidden by this one's.
    fileprivate func hidesBody(of other: YuNetDetection) -> Bool {
        guard size.y >= Self.minHidingHeight * other.size.y else { return false }
        let offset = other.turn.inverse.rotated(center - other.center) / other.size.y
        return Self.torso.below.contains(offset.y) && abs(offset.x) <= Self.torso.beside
    }
}
