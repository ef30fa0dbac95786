// SPDX-License-Identifier: Apache-2.0

/// The state that a holistic landmarker keeps from one frame of a video to the next.
struct PersonTracks: Sendable {
    /// The key of the only track where one person is followed.
    static let onlyTrack = 0

    /// The region in which each tracked person is expected in the next frame.
    private(set) var regions: [RotatedRect] = []
    /// The search for several people.
    var search = VideoPersonSearch()
    /// Assigns track IDs.
    private var tracker = IdentityTracker()
    /// The state of each person, by track ID.
    private var tracks: [Int: PersonTrack] = [:]

    /// Returns the track IDs of bodies.
    mutating func identify(_ bodies: [DetectedPose], in size: ImageSize, timestamp: Int) -> [Int] {
        tracker.identify(bodies.map(\.trackingBox), size: size, time: timestamp)
    }

    /// Returns the states of people.
    func tracks(_ keys: [Int]) -> [PersonTrack] { keys.map { tracks[$0] ?? PersonTrack(key: $0) } }

    /// Keeps the states of the people in a frame.
    /// - Parameters:
    ///   - present: Their states.
    ///   - regions: The region in which each is expected in the next frame.
    ///   - keepsFilters: Whether filters persist through frames without a person, as in MediaPipe.
    mutating func store(_ present: [PersonTrack], regions: [RotatedRect], keepsFilters: Bool) {
        self.regions = regions
        if keepsFilters, present.isEmpty {
            for key in tracks.keys { tracks[key]?.skipFrame() }
        } else {
            tracks = Dictionary(uniqueKeysWithValues: present.map { ($0.key, $0) })
        }
    }
}

/// The state of one person in a video.
struct PersonTrack: Sendable {
    let key: Int
    /// The face and the hands in the last frame, not smoothed.
    private(set) var parts = PersonParts()
    private var body = BodySmoother()
    private var mask: Mask?
    private var face = LandmarkSmoother()
    private var leftHand = HandSmoother()
    private var rightHand = HandSmoother()

    init(key: Int) { self.key = key }

    /// Returns the body of the next frame, smoothed as the options say, whose next region is that of filtered points.
    mutating func smoothed(
        _ pose: DetectedPose, by smoothing: Smoothing, in size: ImageSize, timestamp: Int
    ) -> DetectedPose {
        let nanoseconds = FrameClock.nanoseconds(timestamp)
        let placed = body.smoothedRegion(pose, in: size, nanoseconds: nanoseconds, style: .tasks)
        guard smoothing != .none else { return placed }
        return body.smoothedLandmarks(placed, in: size, objectSize: pose.span(in: size), nanoseconds: nanoseconds)
    }

    /// Keeps the parts of the frame, and returns them smoothed as the options say.
    mutating func shown(
        _ parts: PersonParts, by smoothing: Smoothing, in size: ImageSize, timestamp: Int
    ) -> PersonParts {
        self.parts = parts
        guard smoothing == .everyone else { return parts }
        if parts.face == nil { face = LandmarkSmoother() }
        if parts.leftHand == nil { leftHand = HandSmoother() }
        if parts.rightHand == nil { rightHand = HandSmoother() }
        var smooth = parts
        if let landmarks = parts.face?.landmarks {
            smooth.face?.landmarks = face.smooth(
                landmarks, in: size, objectSize: landmarks.extent(in: size), timestamp: timestamp)
        }
        smooth.leftHand = parts.leftHand.map { leftHand.smooth($0, in: size, timestamp: timestamp) }
        smooth.rightHand = parts.rightHand.map { rightHand.smooth($0, in: size, timestamp: timestamp) }
        return smooth
    }

    /// Returns the mask of the body, blended with the last one; `nil` if not requested.
    mutating func mask(of body: DetectedPose, in size: ImageSize) throws -> Mask? {
        guard let new = try body.mask(for: size) else { return nil }
        let blended = try mask.map { try new.blended(with: $0) } ?? new
        mask = blended
        return blended
    }

    /// Advances past a frame without the person.
    mutating func skipFrame() {
        parts = PersonParts()
        body.skipFrame()
    }
}
