// SPDX-License-Identifier: Apache-2.0

/// Looks for people whom the pose detector does not detect in the whole image, for `separation = .distinct`.
///
/// Faces tell where people are: below each that belongs to no body yet, the landmark model looks for one. Then the
/// detector is run on large squares, and on smaller ones where a weak detection may be a person. So an image of one
/// person costs a search for faces and a few runs of the detector, each of which takes about as long as the landmark model.
///
/// A search goes on step by step; in a video, each may look at another frame.
struct PersonSearch: Sendable {
    /// A step of the search.
    private enum Step {
        /// A part of the search for faces.
        case faces
        /// The body below a face, unless it has been found already.
        case below(YuNetDetection)
        /// The squares of a size, by its position among ``ImageTiling/poseSquares(of:rotation:)``.
        case level(Int)
        /// One square.
        case square(RotatedRect)
        /// The body in the region of a detection, unless it has been found already.
        case confirm(RotatedRect)
    }

    /// The image or frame that is searched, and the people who are known in it.
    struct Scene {
        let stages: PoseLandmarkerStages
        let pixels: PixelBuffer
        let rotation: Float
        /// The number of people at which the search ends.
        let numPoses: Int
        var found: [DetectedPose]

        /// Whether there are as many people as were requested.
        var isFull: Bool { found.count >= numPoses }
    }

    /// The number of pixels that a step in a video searches for faces, two tiles of ``PyramidFaceSearch``.
    static let facePixelsOfFrame = 2 * 320 * 256
    /// The number of squares of a size up to which all of them are searched.
    private static let fewSquares = 4
    /// The distance of hips, relative to the side of the region below a face, below which a detection is of that body.
    private static let closestHidden: Float = 0.25

    /// The number of people that the search has added.
    private(set) var added = 0
    /// The remaining steps, the next one last.
    private var steps: [Step] = [.level(0), .faces]
    private var faceRun: FaceSearchRun?
    private var faces: [YuNetDetection] = []
    /// The regions below faces in which the landmark model sees no body, or cannot, as others are in front of it.
    private var hidden: [RotatedRect] = []
    /// The regions in which a person may be, from the squares that were searched before those of the present size.
    private var causes: [RotatedRect]
    /// The same from the squares of the present size.
    private var shown: [RotatedRect] = []
    /// The number of people that had been added before the present size.
    private var addedBefore = 0

    /// Begins a search.
    /// - Parameter hints: The regions of weak detections in the whole image.
    init(hints: [RotatedRect]) { causes = hints }

    /// Does the next step that takes time; returns whether there was one.
    /// - Parameters:
    ///   - scene: The image or frame; gets the people who are found.
    ///   - maxFacePixels: The number of pixels to search for faces in one step.
    mutating func advance(in scene: inout Scene, maxFacePixels: Int = .max) throws -> Bool {
        while !scene.isFull, let step = steps.popLast() {
            let count = scene.found.count
            defer { added += scene.found.count - count }
            if try take(step, in: &scene, maxFacePixels: maxFacePixels) { return true }
        }
        return false
    }

    /// Does a step; returns whether it ran a model.
    private mutating func take(_ step: Step, in scene: inout Scene, maxFacePixels: Int) throws -> Bool {
        switch step {
        case .faces: return try searchFaces(in: scene, maxPixels: maxFacePixels)
        case .below(let face): return try lookBelow(face, in: &scene)
        case .level(let index): begin(level: index, in: scene)
        case .square(let square): return try search(square, in: scene)
        case .confirm(let region):
            if isHidden(region, in: scene.pixels.size) { return false }
            if scene.found.contains(where: { $0.isIn(region, of: scene.pixels.size) || $0.hasPart(region) }) {
                return false
            }
            try scene.addConfirmed(in: region)
            return true
        }
        return false
    }

    /// Goes on with the search for faces; at its end, plans to look below each.
    private mutating func searchFaces(in scene: Scene, maxPixels: Int) throws -> Bool {
        guard let search = scene.stages.faceSearch else { return false }
        var run =
            faceRun
            ?? search.begin(
                in: scene.pixels, upright: QuarterTurn(nearest: scene.rotation), isUprightCertain: !scene.found.isEmpty)
        try search.advance(&run, in: scene.pixels, maxPixels: maxPixels)
        if run.isOver {
            faces = try run.faces()
            steps += faces.reversed().map(Step.below)
        } else {
            steps.append(.faces)
        }
        faceRun = run
        return true
    }

    /// Looks for a body below a face that belongs to no body yet.
    private mutating func lookBelow(_ face: YuNetDetection, in scene: inout Scene) throws -> Bool {
        let size = scene.pixels.size
        if scene.found.contains(where: { $0.hasHead(of: face, in: size) }) { return false }
        let region = PoseRegion.below(face, in: size)
        if faces.contains(where: { $0.hidesBody(of: face) }) {
            hidden.append(region)
            return false
        }
        if try !scene.addConfirmed(in: region, face: face) { hidden.append(region) }
        return true
    }

    /// Plans the squares of a size in which a person may be.
    private mutating func begin(level: Int, in scene: Scene) {
        if level > 0 {
            causes = shown
            shown = []
        }
        // Where a search has found a new person, there may be more.
        let isPromising = level > 0 && added > addedBefore
        addedBefore = added
        let levels = ImageTiling.poseSquares(of: scene.pixels.size, rotation: scene.rotation)
        guard level < levels.count else { return }
        let open = causes.filter { region in
            !isHidden(region, in: scene.pixels.size) && !scene.found.contains { $0.explains(region) }
        }
        let squares = levels[level]
        let chosen =
            isPromising || squares.count <= Self.fewSquares
            ? squares : squares.showing(open, in: scene.pixels.size)
        steps.append(.level(level + 1))
        steps += chosen.reversed().map(Step.square)
    }

    /// Runs the detector on a square, and plans to confirm what it detects.
    private mutating func search(_ square: RotatedRect, in scene: Scene) throws -> Bool {
        let people = try scene.stages.people(in: scene.pixels, part: square)
        shown += people.regions + people.hints
        steps += people.regions.reversed().map(Step.confirm)
        return true
    }

    /// Returns whether a detection is a body that was looked for below its face, in vain.
    private func isHidden(_ region: RotatedRect, in size: ImageSize) -> Bool {
        hidden.contains { $0.isAbout(region, within: Self.closestHidden, in: size) }
    }
}

extension PersonSearch.Scene {
    /// Adds the person in a region that may be a false positive, and returns whether anything there resembles a body.
    ///
    /// The landmark model runs twice, the second time on the region that its first output predicts. On anything but a
    /// body, the landmarks drift between the two.
    /// - Parameters:
    ///   - region: The region.
    ///   - face: The face that the person must have; `nil` if none is known.
    @discardableResult
    fileprivate mutating func addConfirmed(in region: RotatedRect, face: YuNetDetection? = nil) throws -> Bool {
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
        let slack = Self.slack * (high - low)
        let center = SIMD2(region.xCenter, region.yCenter)
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
        return offset(of: other, in: size).length < share * width * size.width
            && Self.sizeOfSameBody.contains(other.width / width)
    }

    /// Returns the vector from this one's center to another's, in pixels.
    fileprivate func offset(of other: RotatedRect, in size: ImageSize) -> SIMD2<Float> {
        SIMD2(other.xCenter - xCenter, other.yCenter - yCenter) * SIMD2(size.width, size.height)
    }
}

extension [RotatedRect] {
    /// Returns the squares that show regions best: for each region, of those that contain its center, the one whose own
    /// center is closest. Its neighbors, which overlap it by half, rarely show another person.
    fileprivate func showing(_ regions: [RotatedRect], in size: ImageSize) -> [RotatedRect] {
        func isInside(_ offset: SIMD2<Float>, _ square: RotatedRect) -> Bool {
            abs(offset.x) <= square.width * size.width / 2 && abs(offset.y) <= square.height * size.height / 2
        }
        let chosen = regions.compactMap { region in
            let offsets = map { $0.offset(of: region, in: size) }
            return indices.filter { isInside(offsets[$0], self[$0]) }.min { offsets[$0].length < offsets[$1].length }
        }
        return Set(chosen).sorted().map { self[$0] }
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
