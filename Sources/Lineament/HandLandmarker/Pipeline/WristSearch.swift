/// Looks for hands at the wrists of the people in an image, for `range = .auto`.
///
/// The palm detector sees the whole image in 192 pixels, in which the hands of somebody a few steps away vanish. A body's
/// wrists tell where they are; around each, the palm detector gets a closer look.
struct WristSearch: Sendable {
    /// The visibility from which a wrist is looked at.
    private static let minVisibility: Float = 0.5
    /// The side of the square that is searched, in lengths of the forearm.
    private static let reach: Float = 1.6
    /// The distance of the square's center from the wrist toward the hand, in lengths of the forearm.
    private static let advance: Float = 0.25

    private let stages: HandLandmarkerStages
    private let people: PoseLandmarkerPipeline

    init(stages: HandLandmarkerStages, options: HandLandmarkerOptions) throws {
        self.stages = stages
        let poses = PoseLandmarkerOptions()
        poses.baseOptions.numThreads = options.baseOptions.numThreads
        poses.acceptsMirroredOrientations = options.acceptsMirroredOrientations
        poses.numPoses = .max
        poses.separation = .distinct
        people = try PoseLandmarkerPipeline(poses)
    }

    /// Returns the known hands and those found at wrists.
    /// - Parameters:
    ///   - image: The image, whose orientation is a rotation.
    ///   - known: The hands that were found in the whole image.
    ///   - limit: The number of hands at which the search ends.
    func hands(in image: MPImage, known: [DetectedHand], limit: Int) throws -> [DetectedHand] {
        guard known.count < limit else { return known }
        let pixels = image.pixels
        let squares = try people.poses(in: image).flatMap { Self.squares(of: $0, in: pixels.size) }
        let found = try Concurrent.map(squares, stages.threading) { square, usesAllThreads in
            try hand(in: pixels, square: square, usesAllThreads: usesAllThreads)
        }
        return Array((known + found.compactMap(\.self)).withoutDuplicates(in: pixels.size).prefix(limit))
    }

    /// Returns the best hand in a square; `nil` if there is none.
    private func hand(in pixels: PixelBuffer, square: RotatedRect, usesAllThreads: Bool) throws -> DetectedHand? {
        for region in try stages.palms(in: pixels, part: square, usesAllThreads: usesAllThreads) {
            if let hand = try stages.hand(in: pixels, region: region, usesAllThreads: usesAllThreads) { return hand }
        }
        return nil
    }

    /// Returns the squares to search around the wrists of a body.
    private static func squares(of body: DetectedPose, in size: ImageSize) -> [RotatedRect] {
        [(PoseLandmark.leftElbow, PoseLandmark.leftWrist), (.rightElbow, .rightWrist)].compactMap { elbow, wrist in
            guard body.visibility[wrist.rawValue] >= minVisibility else { return nil }
            let pixels = SIMD2(size.width, size.height)
            let (start, end) = (
                body.landmarks[elbow.rawValue].xy * pixels, body.landmarks[wrist.rawValue].xy * pixels
            )
            // Foreshortened forearms look short; the hand is not.
            let side = max((end - start).length, body.shoulderWidth(in: size) / 2) * reach
            let center = (end + (end - start) * advance) / pixels
            return RotatedRect(
                xCenter: center.x, yCenter: center.y, width: side / size.width, height: side / size.height, rotation: 0)
        }
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
