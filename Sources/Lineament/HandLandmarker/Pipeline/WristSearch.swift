// SPDX-License-Identifier: Apache-2.0

/// Looks for hands at the wrists of the people in an image, for `range = .auto`.
///
/// The palm detector sees the whole image in 192 pixels, in which the hands of a person a few steps away vanish. A
/// body's wrists tell where they are; around each, the palm detector gets a closer look.
struct WristSearch: Sendable {
    private let stages: HandLandmarkerStages
    /// Finds the bodies.
    let people: PoseLandmarkerPipeline
    private let runs: ParallelRuns

    init(stages: HandLandmarkerStages, options: HandLandmarkerOptions) throws {
        self.stages = stages
        runs = ParallelRuns(try Threading(options.baseOptions))
        let poses = PoseLandmarkerOptions(copying: options)
        poses.baseOptions = options.baseOptions.withDefaultModel
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
    func hand(in pixels: PixelBuffer, square: RotatedRect, usesAllThreads: Bool = true) throws -> DetectedHand? {
        for region in try stages.palms(in: pixels, part: square, usesAllThreads: usesAllThreads) {
            if let hand = try stages.hand(in: pixels, region: region, usesAllThreads: usesAllThreads) { return hand }
        }
        return nil
    }
}
