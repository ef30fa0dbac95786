// SPDX-License-Identifier: Apache-2.0

/// The search for small faces in a video: when one is due, and how far the present one is.
///
/// A search takes as long as following a dozen faces, so a part of it is done in each frame.
struct VideoFaceSearch: Sendable {
    /// The schedule of searches.
    var interval = DetectionInterval(milliseconds: 500)
    /// The regions in which followed faces are expected in the next frame. A frame in which they are many takes long anyway,
    /// and may search more.
    var followed: [RotatedRect] = []
    private var run: FaceSearchRun?
    /// Faces that were seen and not returned yet, best first.
    private var waiting: [YuNetDetection] = []
    private var tiles: TiledFaceSearch?
    /// The results of a search without YuNet that have not been returned yet, best first.
    private var candidates: [TiledFaceCandidate] = []
    private var pace = FramePace()

    /// The number of pixels of one tile of ``PyramidFaceSearch``. To search it takes about as long as to follow a face.
    private static let tilePixels = 320 * 256
    /// The number of squares of ``TiledFaceSearch`` that are searched in a frame without faces. To search one takes about as
    /// long as to follow a face.
    private static let squaresOfEmptyFrame = 2
    /// The number of faces that a frame returns at least, if there are as many.
    private static let fewFaces = 4
    /// The number of frames in which an image that seems empty is searched at its full size, about the interval.
    private static let framesPerImage = 12

    /// Returns the number of usual frames whose parts of a search the frame has time for; `nil` if it is to be searched whole.
    mutating func share(of frame: PixelBuffer, timestamp: Int) -> Int? {
        let share = pace.share(ofFrameAt: timestamp, size: frame.size)
        if share ?? .max > FramePace.longestPause { reset() }
        if share == nil { _ = interval.isDue(at: timestamp) }
        return share
    }

    /// Ends a search, as no person is missing in the frame.
    mutating func rest(in frame: PixelBuffer, timestamp: Int) {
        pace.skip(frameAt: timestamp, size: frame.size)
        reset()
    }

    private mutating func reset() {
        run = nil
        waiting = []
        tiles = nil
        candidates = []
    }

    /// Goes on with the search, or begins one if it is due.
    /// - Parameters:
    ///   - search: The search.
    ///   - frame: The next frame.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    ///   - share: The result of ``share(of:timestamp:)``.
    ///   - upright: The rotation in which the frame appears upright.
    ///   - isUprightCertain: Whether a person has been detected in that rotation.
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
        return waiting.removeFirst(share * maxFaces) { face in
            followed.contains { $0.isRegion(ofFaceAt: face.center, height: face.size.y, in: frame.size) }
        }
    }

    /// Goes on with a search without YuNet, or begins one if it is due.
    /// - Parameters:
    ///   - search: A search of a frame that has not begun.
    ///   - frame: The next frame.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    ///   - share: The result of ``share(of:timestamp:)``.
    /// - Returns: Possible faces that are not followed yet; of many, some in each frame, as they cost a close-up each.
    mutating func advance(
        _ search: TiledFaceSearch, in frame: PixelBuffer, timestamp: Int, share: Int
    ) throws -> [TiledFaceCandidate] {
        if tiles == nil, candidates.isEmpty, interval.isDue(at: timestamp) { tiles = search }
        if var current = tiles {
            let squares = followed.isEmpty ? Self.squaresOfEmptyFrame : max(1, followed.count * 3 / 4)
            try current.advance(in: frame, maxSquares: share * squares)
            if current.isOver { candidates = try current.candidates(in: frame.size) }
            tiles = current.isOver ? nil : current
        }
        let sides = SIMD2(frame.size.width, frame.size.height)
        return candidates.removeFirst(share * maxFaces) { candidate in
            let center = candidate.best.box.center * sides
            let height = candidate.best.box.size.y * sides.y
            return followed.contains { $0.isRegion(ofFaceAt: center, height: height, in: frame.size) }
        }
    }

    /// The number of faces that a usual frame returns at most.
    private var maxFaces: Int { max(Self.fewFaces, followed.count / 2) }

    /// Returns the number of pixels that may be searched in a usual frame. To follow a face takes about as long as to search
    /// a tile, so half of the time of the frame, and as much again goes to close-ups.
    private func pixels(isEmpty: Bool, _ frame: PixelBuffer) -> Int {
        let usual = Self.tilePixels * max(1, followed.count / 2)
        return isEmpty ? max(usual, frame.width * frame.height / Self.framesPerImage) : usual
    }
}

extension Array {
    /// Removes the elements that are known, and returns the first of the others after removing them, too.
    fileprivate mutating func removeFirst(_ count: Int, besides isKnown: (Element) -> Bool) -> [Element] {
        removeAll(where: isKnown)
        let first = Array(prefix(count))
        removeFirst(first.count)
        return first
    }
}
