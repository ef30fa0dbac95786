// SPDX-License-Identifier: Apache-2.0

/// A subject that receives a track ID in a frame.
struct TrackedSubject: Sendable {
    /// The box, in fractions of the image.
    let box: BoundingBox
    /// The probability that it is the right one of a pair, such as of two hands, 0 to 1; `nil` for what has no sides.
    let right: Float?
    /// The number of its owner, such as the person of a hand; `nil` if unknown.
    let owner: Int?
}

/// How far from where it is expected a subject may be found, and for how long it may be missing.
struct TrackReach: Sendable {
    /// The maximum distance between a box and a prediction, in sizes of the subject.
    let distance: Float
    /// The growth of the maximum distance per second without a detection, in sizes of the subject.
    let growth: Float
    /// The growth for a subject of the same side and not of another owner.
    let growthOfSameSide: Float
    /// The maximum distance of such a subject however long it was missing; one without sides never reaches it.
    let longestOfSameSide: Float
    /// The time, in milliseconds, after which an unseen track is dropped; one seen in the previous frame is always kept.
    let maxLoss: Int

    /// For faces and bodies.
    static let ofWholes = TrackReach(
        distance: 0.8, growth: 2.5, growthOfSameSide: 2.5, longestOfSameSide: 0, maxLoss: 2000)

    /// For hands, which move faster than faces, in sizes of their own, and are missed or hidden more often.
    ///
    /// A hand at 2 m/s moves twelve of its sizes in a second; eight are the span of both arms. Folded hands hide each other
    /// for seconds.
    static let ofHands = TrackReach(
        distance: 0.8, growth: 2.5, growthOfSameSide: 12, longestOfSameSide: 8, maxLoss: 3000)

    /// The difference of the probabilities of being right up to which two are of the same side. Hands that move fast, or
    /// that are seen from their edge, are sometimes taken for the other.
    static let maxSideDifference: Float = 0.6
}
