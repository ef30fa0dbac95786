// SPDX-License-Identifier: Apache-2.0

/// A wrist of a person, and where its hand is looked for.
struct Wrist: Sendable {
    /// The visibility from which a wrist is looked at.
    private static let minVisibility: Float = 0.2
    /// The side of the square that is searched, in lengths of the forearm.
    private static let reach: Float = 1.6
    /// The distance of the square's center from the wrist toward the hand, in lengths of the forearm.
    private static let advance: Float = 0.25
    /// The largest distance of a hand from its person's wrist, in lengths of the forearm.
    private static let maxDistance: Float = 0.5

    /// The number of the person.
    let person: Int
    /// The wrist, in pixels.
    private let place: SIMD2<Float>
    /// The length of the forearm, in pixels.
    private let forearm: Float
    /// The square to search, in fractions of the image.
    let square: RotatedRect

    /// Returns the wrists of a body that can be seen.
    static func all(of body: DetectedPose, person: Int, in size: ImageSize) -> [Wrist] {
        [(PoseLandmark.leftElbow, PoseLandmark.leftWrist), (.rightElbow, .rightWrist)].compactMap { elbow, wrist in
            guard body.visibility[wrist.rawValue] >= minVisibility else { return nil }
            let pixels = SIMD2(size.width, size.height)
            let start = body.landmarks[elbow.rawValue].xy * pixels
            let end = body.landmarks[wrist.rawValue].xy * pixels
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

    /// Returns the distance of a hand in lengths of the forearm; `nil` if it is another's.
    func distance(of hand: DetectedHand, in size: ImageSize) -> Float? {
        let wrist = hand.landmarks[HandLandmark.wrist.rawValue].xy * SIMD2(size.width, size.height)
        let distance = (wrist - place).length / forearm
        return distance < Self.maxDistance ? distance : nil
    }
}

extension [Wrist] {
    /// Returns the wrists at which there is no hand; a hand is only at the one that is nearest.
    func without(_ hands: [DetectedHand], in size: ImageSize) -> [Wrist] {
        let pairs = indices.flatMap { wrist in
            hands.indices.compactMap { hand in
                self[wrist].distance(of: hands[hand], in: size).map { (wrist, hand, distance: $0) }
            }
        }
        var takenWrists = Set<Int>()
        var takenHands = Set<Int>()
        for (wrist, hand, _) in pairs.sorted(by: { $0.distance < $1.distance })
        where !takenWrists.contains(wrist) && takenHands.insert(hand).inserted {
            takenWrists.insert(wrist)
        }
        return indices.filter { !takenWrists.contains($0) }.map { self[$0] }
    }
}

extension [DetectedHand] {
    /// Returns the hands with their people, each with at most two, the hands nearest to a wrist first.
    func withPeople(at wrists: [Wrist], in size: ImageSize) -> [DetectedHand] {
        let pairs = indices.flatMap { hand in
            wrists.compactMap { wrist in
                wrist.distance(of: self[hand], in: size).map { (hand, wrist.person, distance: $0) }
            }
        }
        var hands = self
        var counts = [Int: Int]()
        for (hand, person, _) in pairs.sorted(by: { $0.distance < $1.distance })
        where hands[hand].person == nil && counts[person, default: 0] < 2 {
            hands[hand].person = person
            counts[person, default: 0] += 1
        }
        return hands
    }
}

extension DetectedPose {
    /// The distance between the shoulders, in pixels.
    fileprivate func shoulderWidth(in size: ImageSize) -> Float {
        let left = landmarks[PoseLandmark.leftShoulder.rawValue].xy
        let right = landmarks[PoseLandmark.rightShoulder.rawValue].xy
        return ((left - right) * SIMD2(size.width, size.height)).length
    }
}
