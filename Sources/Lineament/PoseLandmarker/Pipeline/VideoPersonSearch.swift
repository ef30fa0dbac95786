// SPDX-License-Identifier: Apache-2.0

/// The search for people in a video: when one is due, and how far the present one is.
///
/// A search takes as long as following several people, so each frame does a step of it, or one for each person followed:
/// a frame in which they are many takes long anyway.
struct VideoPersonSearch: Sendable {
    /// The schedule of searches: once a second while people come or go, and less and less often while nothing changes.
    private var interval: DetectionInterval
    private var search: PersonSearch?
    private var pace = FramePace()

    /// The interval of searches while people come or go, and the longest one while nothing changes, in milliseconds.
    static let interval = 1000
    static let longestInterval = 16_000

    /// - Parameter longestInterval: The longest time between two searches, in milliseconds.
    init(longestInterval: Int = Self.longestInterval) {
        interval = DetectionInterval(
            milliseconds: min(Self.interval, longestInterval), longest: longestInterval)
    }

    /// Notes that a person who was followed or detected without a search has come or gone.
    mutating func noteChange() { interval.note(isWorthwhile: true) }

    /// Ends a search, as no person is missing in the frame.
    mutating func rest(in frame: PixelBuffer, timestamp: Int) {
        pace.skip(frameAt: timestamp, size: frame.size)
        search = nil
    }

    /// Goes on with the search, or begins one if it is due; the first is done in one frame.
    /// - Parameters:
    ///   - scene: The frame; gets the people who are found.
    ///   - hints: The regions of weak detections in the whole frame.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func advance(in scene: inout PersonSearch.Scene, hints: [RotatedRect], timestamp: Int) throws {
        let share = pace.share(ofFrameAt: timestamp, size: scene.pixels.size)
        if share ?? .max > FramePace.longestPause { search = nil }
        if search == nil, interval.isDue(at: timestamp) { search = PersonSearch(hints: hints) }
        guard var current = search else { return }
        let steps = share.map { $0 * max(1, scene.found.count) } ?? .max
        var count = 0
        while count < steps,
            try current.advance(in: &scene, maxFacePixels: share == nil ? .max : PersonSearch.facePixelsOfFrame)
        {
            count += 1
        }
        let isOver = count < steps
        search = isOver ? nil : current
        if isOver { interval.note(isWorthwhile: current.added > 0) }
    }
}
