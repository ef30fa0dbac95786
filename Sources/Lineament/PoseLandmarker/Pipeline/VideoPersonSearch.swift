/// The search for people in a video: when one is due, and how far the present one is.
///
/// A search takes as long as following several people, so each frame does a step of it, or one for each person followed:
/// a frame in which they are many takes long anyway.
struct VideoPersonSearch: Sendable {
    /// The schedule of searches: once a second while somebody comes or goes, and less and less often while nothing changes.
    private var interval = DetectionInterval(milliseconds: 1000, longest: 16_000)
    private var search: PersonSearch?
    /// The timestamp of the last frame with time for a search, and its size.
    private var last: Int?
    private var size = ImageSize(width: 0, height: 0)

    /// The time from frame to frame of a usual video, in milliseconds.
    private static let usualPeriod = 40
    /// The number of usual frames whose steps one frame does at most: more than most searches have.
    private static let largestShare = 1000
    /// The time without frames after which people may be elsewhere, in milliseconds.
    private static let longestPause = 500
    /// The number of pixels that a step searches for faces, two tiles of ``PyramidFaceSearch``.
    private static let facePixels = 2 * 320 * 256

    /// Notes that somebody has come or gone, who was followed or detected without a search.
    mutating func noteChange() { interval.note(isWorthwhile: true) }

    /// Goes on with the search, or begins one if it is due; the first is done in one frame.
    /// - Parameters:
    ///   - scene: The frame; gets the people who are found.
    ///   - hints: The regions of weak detections in the whole frame.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    mutating func advance(in scene: inout PersonSearch.Scene, hints: [RotatedRect], timestamp: Int) throws {
        let period = last.map { timestamp - $0 }
        last = timestamp
        if period ?? 0 > Self.longestPause || scene.pixels.size != size { search = nil }
        size = scene.pixels.size
        if search == nil, interval.isDue(at: timestamp) { search = PersonSearch(hints: hints) }
        guard var current = search else { return }
        // Frames that are further apart have more time.
        let share = period.map { min(max(1, $0 / Self.usualPeriod), Self.largestShare) }
        let steps = share.map { $0 * max(1, scene.found.count) } ?? .max
        var count = 0
        while count < steps, try current.advance(in: &scene, maxFacePixels: period == nil ? .max : Self.facePixels) {
            count += 1
        }
        let isOver = count < steps
        search = isOver ? nil : current
        if isOver { interval.note(isWorthwhile: current.added > 0) }
    }
}
