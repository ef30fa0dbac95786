// SPDX-License-Identifier: Apache-2.0

/// The hands that a ``HandLandmarker`` detected in an image.
///
/// ``hands`` holds everything about each hand; the other lists are MediaPipe's parallel arrays, derived from it. In a
/// single image, hands are in descending order of detection score; in a video, tracked hands come first. With
/// ``HandRange/auto``, hands found at wrists come last.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One hand.
    public struct Hand: Sendable, Hashable {
        /// The 21 landmarks, in fractions of the image as stored; depths are relative to the wrist, on the scale of x.
        public internal(set) var landmarks: HandLandmarks
        /// The same landmarks, in meters from the center of the hand.
        public internal(set) var worldLandmarks: HandWorldLandmarks
        /// Left or right, from the person's point of view: the category `Right` with index 0 or `Left` with index 1, and its
        /// probability. Swapped if the image is mirrored, as selfies often are.
        public let handedness: ResultCategory
        /// An ID that the hand keeps while it is tracked and through short gaps, and that no other hand of the stream
        /// receives; `nil` in single images. A Lineament extension.
        public let trackID: Int?
        /// The landmark model's confidence that there is a hand, 0 to 1, which
        /// ``HandLandmarkerOptions/minHandPresenceConfidence`` is compared with; `nil` if unknown. A Lineament extension.
        public let score: Float?
        /// A number for the person whose hand this is, from 1: the same for both hands, and kept from frame to frame and
        /// through short gaps. `nil` if no body was found at the hand, if the search at wrists did not run because
        /// ``HandLandmarkerOptions/numHands`` hands were already found, or with ``HandRange/short``. A Lineament extension.
        public let personID: Int?

        /// Creates a hand from its parts.
        public init(
            landmarks: HandLandmarks, worldLandmarks: HandWorldLandmarks, handedness: ResultCategory,
            trackID: Int? = nil, score: Float? = nil, personID: Int? = nil
        ) {
            self.landmarks = landmarks
            self.worldLandmarks = worldLandmarks
            self.handedness = handedness
            self.trackID = trackID
            self.score = score
            self.personID = personID
        }

        /// Returns a landmark, in fractions of the image.
        public subscript(landmark: HandLandmark) -> NormalizedLandmark { landmarks[landmark] }
    }

    /// The hands; empty if there are none.
    public let hands: [Hand]

    /// The 21 landmarks of each hand; empty if there is none. See ``HandLandmark`` for their order.
    public var landmarks: [[NormalizedLandmark]] { hands.map(\.landmarks.array) }
    /// The same landmarks, in meters from the center of the hand.
    public var worldLandmarks: [[Landmark]] { hands.map(\.worldLandmarks.array) }
    /// The ``Hand/handedness`` of each hand, a list with one element.
    public var handedness: [[ResultCategory]] { hands.map { [$0.handedness] } }
    /// The ``Hand/trackID`` of each hand in video and live-stream mode; empty for single images. A Lineament extension.
    public var trackIDs: [Int] { hands.compactMap(\.trackID) }
    /// The ``Hand/score`` of each hand; empty if unknown. A Lineament extension.
    public var handScores: [Float] { hands.compactMap(\.score) }

    /// The ``Hand/personID`` of each hand; empty if all are unknown. A Lineament extension.
    public var personIDs: [Int?] { hands.contains { $0.personID != nil } ? hands.map(\.personID) : [] }

    /// Creates a result from hands.
    /// - Parameters:
    ///   - hands: The hands.
    ///   - timestampInMilliseconds: The time of a frame.
    ///   - isFrame: Whether the image is a frame of a video; `nil` to tell by the hands' IDs, or without hands by a
    ///     timestamp other than 0.
    public init(hands: [Hand], timestampInMilliseconds: Int, isFrame: Bool? = nil) {
        self.hands = hands
        super.init(
            timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame
                ?? Self.isFrame(
                    trackIDs: hands.map(\.trackID), timestampInMilliseconds: timestampInMilliseconds))
    }

    /// Creates a result from MediaPipe's parallel arrays. Hands without a handedness have `Left` with a score of 0.
    public convenience init(
        landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
        timestampInMilliseconds: Int
    ) {
        let hands = landmarks.enumerated().map { index, landmarks in
            Hand(
                landmarks: HandLandmarks(landmarks),
                worldLandmarks: HandWorldLandmarks(worldLandmarks.element(at: index) ?? []),
                handedness: handedness.element(at: index)?.first ?? ResultCategory(left: 0))
        }
        self.init(hands: hands, timestampInMilliseconds: timestampInMilliseconds)
    }
}

extension HandLandmarkerResult.Hand {
    /// Converts a detected hand to the public type.
    init(_ hand: DetectedHand, trackID: Int?) {
        self.init(
            landmarks: HandLandmarks(hand.landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) }),
            worldLandmarks: HandWorldLandmarks(hand.world.map { Landmark(x: $0.x, y: $0.y, z: $0.z) }),
            handedness: hand.rightScore >= 0.5
                ? ResultCategory(right: hand.rightScore) : ResultCategory(left: 1 - hand.rightScore),
            trackID: trackID, score: hand.presence, personID: hand.person)
    }
}

extension ResultCategory {
    fileprivate init(left score: Float) {
        self.init(index: 1, score: score, categoryName: "Left", displayName: "Left")
    }

    /// Creates a category whose name is also the one to show, which JSON leaves out.
    init(named category: ResultCategory) {
        self.init(
            index: category.index, score: category.score, categoryName: category.categoryName,
            displayName: category.categoryName)
    }

    fileprivate init(right score: Float) {
        self.init(index: 0, score: score, categoryName: "Right", displayName: "Right")
    }
}

extension HandLandmarkerResult: Hashable, CustomStringConvertible {}

extension HandLandmarkerResult: SubjectResult {
    package var subjects: [Hand] { hands }
    package static var nouns: (one: String, several: String) { ("hand", "hands") }
}
