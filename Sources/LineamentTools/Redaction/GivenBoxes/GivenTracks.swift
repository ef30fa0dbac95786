// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The boxes of another detector in a video: joined to tracks, bridged and extended as faces are.
struct GivenTracks: Sendable {
    /// The offset of the numbers of tracks, so that they differ from those of faces.
    static let firstNumber = 100_000
    /// The longest time between a box and the nearest frame, in seconds, if that is not the one that is shown then.
    private static let maxDelay = 0.5
    /// The time by which a box may precede its frame because times were rounded, in seconds.
    private static let rounding = 0.05

    /// A frame of which it is not known yet how long it is shown.
    private struct Frame {
        let index: Int
        let pixels: PixelBuffer
        let time: Double
        let place: FramePlace
    }

    private let boxes: [GivenBox]
    private var origin: ContainerOrigin?
    /// Whether times of boxes count as the container does.
    private var needsContainer = false
    /// The boxes that belong to times, the latest first.
    private var timed: [GivenBox] = []
    private var framed: [Int: [GivenBox]] = [:]
    /// The number of boxes that were too far from the next frame.
    private var lateCount = 0
    private var timeline = RedactionTimeline()
    private var ready: ArraySlice<RedactionTimeline.Frame> = []
    private var last: Frame?
    /// The time between the last two frames, in seconds.
    private var interval = 0.0

    init(_ boxes: [GivenBox]) { self.boxes = boxes }

    /// The number of boxes that belong to no frame so far.
    var missedCount: Int { lateCount + timed.count + framed.values.reduce(0) { $0 + $1.count } }

    /// The number of frames whose boxes are known.
    var count: Int { ready.count }

    /// Checks a frame before it is added.
    /// - Throws: `LineamentError` with code `invalidArgument` if it cannot be known to what frames boxes belong.
    mutating func check(_ moment: ContainerMoment?, time: Double) throws {
        if let origin {
            if needsContainer { try origin.check(moment, time: time) }
            return
        }
        let origin = ContainerOrigin(moment, time: time)
        let known = try origin.resolve(boxes)
        needsContainer = known != boxes || boxes.contains { $0.clock == .container }
        timed = known.filter { $0.time != nil }.sorted { ($0.time ?? 0) > ($1.time ?? 0) }
        framed = Dictionary(grouping: known.filter { $0.frame != nil }) { $0.frame ?? 0 }
        self.origin = origin
    }

    /// Adds the next frame, which was checked.
    /// - Parameter index: The number of the frame in the video.
    mutating func add(_ index: Int, _ pixels: PixelBuffer, time: Double, at place: FramePlace) {
        let frame = Frame(index: index, pixels: pixels, time: time, place: place)
        if let last { add(last, until: frame) } else { skip(before: time) }
        last = frame
    }

    /// Leaves out boxes that are too early for the first frame.
    private mutating func skip(before time: Double) {
        while let moment = timed.last?.time, moment < time - Self.maxDelay {
            timed.removeLast()
            lateCount += 1
        }
    }

    private mutating func add(_ frame: Frame, until next: Frame?) {
        if let next { interval = next.time - frame.time }
        let boxes = (framed.removeValue(forKey: frame.index) ?? []) + takeTimed(of: frame, until: next?.time)
        let detections = boxes.map { box in
            let category = ResultCategory(index: 0, score: box.score, categoryName: nil, displayName: nil)
            return Detection(categories: [category], boundingBox: box.rect, keypoints: nil)
        }
        let size = CGSize(width: frame.pixels.width, height: frame.pixels.height)
        timeline.insert(detections, in: size, time: frame.time, at: frame.place, frame.pixels)
        ready += timeline.takeReady()
    }

    /// Returns the boxes of the time for which a frame is shown, and those of other times to which it is the nearest.
    ///
    /// Between frames that are far from each other, a box belongs to both: to the one that is shown, and to the nearer one.
    private mutating func takeTimed(of frame: Frame, until next: Double?) -> [GivenBox] {
        let end = next ?? frame.time + max(interval, Self.maxDelay)
        var taken: [GivenBox] = []
        var kept: [GivenBox] = []
        while let box = timed.last, let moment = box.time, moment < end {
            timed.removeLast()
            let isNearNext = next != nil && end - moment < moment - frame.time && end - moment <= Self.maxDelay
            if isNearNext { kept.append(box) }
            if !isNearNext || end - moment > Self.rounding { taken.append(box) }
        }
        timed += kept.reversed()
        return taken
    }

    /// Ends the video.
    mutating func finish() {
        if let last { add(last, until: nil) }
        last = nil
        ready += timeline.finish()
    }

    /// Returns the boxes in the next frame, with numbers that differ from those of faces.
    mutating func takeFirst() -> [RedactionTimeline.Face] {
        (ready.popFirst()?.faces ?? []).map { face in
            var face = face
            face.trackID += Self.firstNumber
            face.previousTrackID = face.previousTrackID.map { $0 + Self.firstNumber }
            return face
        }
    }
}

extension GivenBox {
    fileprivate var time: Double? {
        if case .time(let time) = moment { time } else { nil }
    }

    fileprivate var frame: Int? {
        if case .frame(let frame) = moment { frame } else { nil }
    }
}
