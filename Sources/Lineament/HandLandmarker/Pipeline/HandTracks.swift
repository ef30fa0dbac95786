// SPDX-License-Identifier: Apache-2.0

/// The state that a hand landmarker keeps from one frame of a video to the next.
struct HandTracks: Sendable {
    /// The region in which each tracked hand is expected in the next frame.
    var regions: [RotatedRect] = []
    /// Assigns track IDs.
    private var tracker = IdentityTracker(reach: .ofHands)
    /// The search at the wrists of people with `range = .auto`.
    var search = VideoWristSearch()
    /// The smoothers by track ID; those of hands missing from a frame are dropped.
    private var smoothers: [Int: HandSmoother] = [:]

    /// Returns the track IDs of hands.
    mutating func identify(_ hands: [DetectedHand], in size: ImageSize, timestamp: Int) -> [Int] {
        let subjects = hands.map {
            TrackedSubject(box: $0.landmarks.bounds, right: $0.rightScore, owner: $0.person)
        }
        return tracker.identify(subjects: subjects, size: size, time: timestamp)
    }

    /// Returns the hands with their people, which they keep between two searches, and while they are missing.
    func withPeople(_ hands: [DetectedHand], ids: [Int]) -> [DetectedHand] {
        zip(hands, ids).map { hand, id in
            var hand = hand
            hand.person = hand.person ?? tracker.owner(of: id)
            return hand
        }
    }

    /// Returns the hands of the frame, smoothed as the options say.
    /// - Parameters:
    ///   - hands: The hands.
    ///   - ids: The track ID of each hand.
    ///   - smoothing: Which hands are smoothed. MediaPipe smooths none.
    ///   - size: The size of the image, in pixels.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func smoothed(
        _ hands: [DetectedHand], ids: [Int], by smoothing: Smoothing, size: ImageSize, timestamp: Int
    ) -> [DetectedHand] {
        guard smoothing == .everyone else { return hands }
        smoothers = smoothers.filter { ids.contains($0.key) }
        return zip(hands, ids).map { hand, id in
            smoothers[id, default: HandSmoother()].smooth(hand, in: size, timestamp: timestamp)
        }
    }
}

/// Smooths one hand from frame to frame: its landmarks in the image and in meters.
struct HandSmoother: Sendable {
    private var image = LandmarkSmoother(.imageLandmarks)
    private var world = LandmarkSmoother(.worldLandmarks)

    /// Returns the hand of the next frame, smoothed.
    mutating func smooth(_ hand: DetectedHand, in size: ImageSize, timestamp: Int) -> DetectedHand {
        var smooth = hand
        smooth.landmarks = image.smooth(
            hand.landmarks, in: size, objectSize: hand.landmarks.extent(in: size), timestamp: timestamp)
        smooth.world = world.smooth(hand.world, timestamp: timestamp)
        return smooth
    }
}
