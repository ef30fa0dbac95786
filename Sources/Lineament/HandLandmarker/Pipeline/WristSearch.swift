/// Looks for hands at the wrists of the people in an image, for `range = .auto`.
///
/// The palm detector sees the whole image in 192 pixels, in which the hands of somebody a few steps away vanish. A body's
/// wrists tell where they are; around each, the palm detector gets a closer look.
struct WristSearch: Sendable {
    private let stages: HandLandmarkerStages
    private let people: PoseLandmarkerPipeline
    private let runs: ParallelRuns

    init(stages: HandLandmarkerStages, options: HandLandmarkerOptions) throws {
        self.stages = stages
        runs = ParallelRuns(try Threading(options.baseOptions))
        let poses = PoseLandmarkerOptions()
        poses.baseOptions.numThreads = options.baseOptions.numThreads
        poses.baseOptions.delegate = options.baseOptions.delegate
        poses.baseOptions.requiresDelegate = options.baseOptions.requiresDelegate
        poses.baseOptions.allowsHalfPrecision = options.baseOptions.allowsHalfPrecision
        poses.acceptsMirroredOrientations = options.acceptsMirroredOrientations
        poses.numPoses = .max
        poses.separation = .distinct
        people = try PoseLandmarkerPipeline(poses)
    }

    /// Returns the known hands and those found at wrists, with their people.
    /// - Parameters:
    ///   - image: The image, whose orientation is a rotation.
    ///   - known: The hands that were found in the whole image.
    ///   - limit: The number of hands at which the search ends.
    ///   - number: Returns a number for each person from their boxes.
    func hands(
        in image: MPImage, known: [DetectedHand], limit: Int, numbering number: ([BoundingBox]) -> [Int]
    ) throws -> [DetectedHand] {
        guard known.count < limit else { return known }
        let pixels = image.pixels
        let bodies = try people.poses(in: image)
        let wrists = zip(bodies, number(bodies.map(\.trackingBox))).flatMap {
            Wrist.all(of: $0, person: $1, in: pixels.size)
        }
        let found = try runs.map(wrists) { wrist, usesAllThreads in
            try hand(in: pixels, square: wrist.square, usesAllThreads: usesAllThreads)
        }
        let hands = (known + found.compactMap(\.self)).withoutDuplicates(in: pixels.size).prefix(limit)
        return Array(hands).withPeople(at: wrists, in: pixels.size)
    }

    /// Returns the best hand in a square; `nil` if there is none.
    private func hand(in pixels: PixelBuffer, square: RotatedRect, usesAllThreads: Bool) throws -> DetectedHand? {
        for region in try stages.palms(in: pixels, part: square, usesAllThreads: usesAllThreads) {
            if let hand = try stages.hand(in: pixels, region: region, usesAllThreads: usesAllThreads) { return hand }
        }
        return nil
    }

}

/// A wrist of a person, and where its hand is looked for.
private struct Wrist: Sendable {
    /// The visibility from which a wrist is looked at.
    private static let minVisibility: Float = 0.2
    /// The side of the square that is searched, in lengths of the forearm.
    private static let reach: Float = 1.6
    /// The distance of the square's center from the wrist toward the hand, in lengths of the forearm.
    private static let advance: Float = 0.25

    let person: Int
    /// The wrist, in pixels.
    let place: SIMD2<Float>
    /// The length of the forearm, in pixels.
    let forearm: Float
    /// The square to search, in fractions of the image.
    let square: RotatedRect

    /// Returns the wrists of a body that can be seen.
    static func all(of body: DetectedPose, person: Int, in size: ImageSize) -> [Wrist] {
        [(PoseLandmark.leftElbow, PoseLandmark.leftWrist), (.rightElbow, .rightWrist)].compactMap { elbow, wrist in
            guard body.visibility[wrist.rawValue] >= minVisibility else { return nil }
            let pixels = SIMD2(size.width, size.height)
            let (start, end) = (
                body.landmarks[elbow.rawValue].xy * pixels, body.landmarks[wrist.rawValue].xy * pixels
            )
            // Foreshortened forearms look short; the hand is not.
            let forearm = max((end - start).length, body.shoulderWidth(in: size) / 2)
            let center = (end + (end - start) * advance) / pixels
            return Wrist(
                person: person, place: end, forearm: forearm,
                square: RotatedRect(
                    xCenter: center.x, yCenter: center.y, width: forearm * reach / size.width,
                    height: forearm * reach / size.height, rotation: 0))
        }
    }
}

extension [DetectedHand] {
    /// The largest distance of a hand from its person's wrist, in lengths of the forearm.
    private static var maxDistance: Float { 0.5 }

    /// Returns the hands with their people, each with at most two, the hands nearest to a wrist first.
    fileprivate func withPeople(at wrists: [Wrist], in size: ImageSize) -> [DetectedHand] {
        let pixels = SIMD2(size.width, size.height)
        let pairs = indices.flatMap { hand in
            let place = self[hand].landmarks[HandLandmark.wrist.rawValue].xy * pixels
            return wrists.map { (hand, $0.person, distance: (place - $0.place).length / $0.forearm) }
        }
        var (hands, counts) = (self, [Int: Int]())
        for (hand, person, distance) in pairs.sorted(by: { $0.distance < $1.distance })
        where distance < Self.maxDistance && hands[hand].person == nil && counts[person, default: 0] < 2 {
            hands[hand].person = person
            counts[person, default: 0] += 1
        }
        return hands
    }
}

extension DetectedPose {
    /// The distance between the shoulders, in pixels.
    fileprivate func shoulderWidth(in size: ImageSize) -> Float {
        let (left, right) = (
            landmarks[PoseLandmark.leftShoulder.rawValue].xy, landmarks[PoseLandmark.rightShoulder.rawValue].xy
        )
        return ((left - right) * SIMD2(size.width, size.height)).length
    }
}
