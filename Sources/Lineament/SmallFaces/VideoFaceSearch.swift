/// The search for small faces in a video: when one is due, and how far the present one is.
///
/// A search takes as long as following a dozen faces, so ``MultiScaleFaceDetector`` does a part of it in each frame.
struct VideoFaceSearch: Sendable {
    /// The schedule of searches.
    var interval = DetectionInterval(milliseconds: 500)
    /// The regions in which followed faces are expected in the next frame. A frame in which they are many takes long anyway,
    /// and may search more.
    var followed: [RotatedRect] = []
    private var run: FaceSearchRun?
    /// Faces that were seen and not returned yet, best first.
    private var waiting: [YuNetDetection] = []
    private var pace = FramePace()

    /// The number of pixels of one tile of ``PyramidFaceSearch``. To search it takes about as long as to follow a face.
    private static let tilePixels = 320 * 256
    /// The number of faces that a frame returns at least, if there are as many.
    private static let fewFaces = 4
    /// The number of frames in which an image that seems empty is searched at its full size, about the interval.
    private static let framesPerImage = 12

    /// Returns the number of usual frames whose parts of a search the frame has time for; `nil` if it is to be searched whole.
    mutating func share(of frame: PixelBuffer, timestamp: Int) -> Int? {
        let share = pace.share(ofFrameAt: timestamp, size: frame.size)
        if share ?? .max > FramePace.longestPause { (run, waiting) = (nil, []) }
        if share == nil { _ = interval.isDue(at: timestamp) }
        return share
    }

    /// Ends a search, as nobody is missing in the frame.
    mutating func rest(in frame: PixelBuffer, timestamp: Int) {
        _ = pace.share(ofFrameAt: timestamp, size: frame.size)
        (run, waiting) = (nil, [])
    }

    /// Goes on with the search, or begins one if it is due.
    /// - Parameters:
    ///   - search: The search.
    ///   - frame: The next frame.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    ///   - share: What ``share(of:timestamp:)`` returned.
    ///   - upright: The rotation in which the frame appears upright.
    ///   - isUprightCertain: Whether somebody has been detected in that rotation.
    /// - Returns: Faces that were seen and are not followed yet; of many, some in each frame, as they cost a close-up each.
    mutating func advance(
        _ search: PyramidFaceSearch, in frame: PixelBuffer, timestamp: Int, share: Int, upright: QuarterTurn,
        isUprightCertain: Bool
    ) throws -> [YuNetDetection] {
        if run == nil, waiting.isEmpty, interval.isDue(at: timestamp) {
            run = search.begin(in: frame, upright: upright, isUprightCertain: isUprightCertain)
        }
        if var current = run {
            let maxPixels = share * pixels(isEmpty: !isUprightCertain && !current.hasFaces, frame)
            waiting += try search.advance(&current, in: frame, maxPixels: maxPixels)
            run = current.isOver ? nil : current
        }
        waiting.removeAll { face in followed.contains { $0.isRegion(of: face, in: frame.size) } }
        let returned = waiting.prefix(share * max(Self.fewFaces, followed.count / 2))
        waiting.removeFirst(returned.count)
        return Array(returned)
    }

    /// Returns the number of pixels that may be searched in a usual frame. To follow a face takes about as long as to search
    /// a tile, so half of the time of the frame, and as much again goes to close-ups.
    private func pixels(isEmpty: Bool, _ frame: PixelBuffer) -> Int {
        let usual = Self.tilePixels * max(1, followed.count / 2)
        return isEmpty ? max(usual, frame.width * frame.height / Self.framesPerImage) : usual
    }
}

extension RotatedRect {
    /// The distance of centers, relative to the region's side, up to which a face is that of the region.
    private static let closestCenters: Float = 0.25
    /// The height of a face relative to the side of its region, which is about 1.5 times as large.
    private static let shareOfRegion: ClosedRange<Float> = 0.4...1.1

    /// Returns whether a face is the one that this region of the landmark model is about.
    fileprivate func isRegion(of face: YuNetDetection, in size: ImageSize) -> Bool {
        let side = width * size.width
        let offset = face.center - SIMD2(xCenter * size.width, yCenter * size.height)
        return offset.length <= Self.closestCenters * side && Self.shareOfRegion.contains(face.size.y / side)
    }
}
