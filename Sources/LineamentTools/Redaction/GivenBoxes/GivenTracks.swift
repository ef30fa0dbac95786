// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The boxes of another detector in a video: joined to tracks, bridged and extended as faces are.
struct GivenTracks: Sendable {
    /// What is added to the numbers of tracks, so that they are none of faces.
    static let firstNumber = 100_000
    /// The longest time between a box and the frame that it is shown in, in seconds.
    private static let maxDelay = 0.5

    /// The boxes that belong to times, the latest first.
    private var timed: [GivenBox]
    private var framed: [Int: [GivenBox]]
    /// The number of boxes that were too far from the next frame.
    private var lateCount = 0
    private var timeline = RedactionTimeline()
    private var ready: ArraySlice<RedactionTimeline.Frame> = []
    private var lastTime: Double?

    init(_ boxes: [GivenBox]) {
        timed = boxes.filter { $0.time != nil }.sorted { ($0.time ?? 0) > ($1.time ?? 0) }
        framed = Dictionary(grouping: boxes.filter { $0.frame != nil }) { $0.frame ?? 0 }
    }

    /// The number of boxes that belong to no frame so far.
    var missedCount: Int { lateCount + timed.count + framed.values.reduce(0) { $0 + $1.count } }

    /// The number of frames whose boxes are known.
    var count: Int { ready.count }

    /// Adds the next frame.
    /// - Parameter index: The number of the frame in the video.
    mutating func add(_ index: Int, _ frame: PixelBuffer, time: Double, at place: FramePlace) {
        let boxes = (framed.removeValue(forKey: index) ?? []) + takeTimed(at: time)
        let detections = boxes.map { box in
            let category = ResultCategory(index: 0, score: box.score, categoryName: nil, displayName: nil)
            return Detection(categories: [category], boundingBox: box.rect, keypoints: nil)
        }
        let size = CGSize(width: frame.width, height: frame.height)
        timeline.insert(detections, in: size, time: time, at: place, frame)
        ready += timeline.takeReady()
    }

    /// Returns the boxes that are nearer to a time than to that of the next frame, as far as that is known.
    private mutating func takeTimed(at time: Double) -> [GivenBox] {
        let half = lastTime.map { (time - $0) / 2 } ?? 0.001
        lastTime = time
        var taken: [GivenBox] = []
        while let box = timed.last, let moment = box.time, moment <= time + half {
            timed.removeLast()
            if time - moment <= Self.maxDelay { taken.append(box) } else { lateCount += 1 }
        }
        return taken
    }

    /// Ends the video.
    mutating func finish() { ready += timeline.finish() }

    /// Returns what is found in the next frame, with numbers that are none of faces.
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
