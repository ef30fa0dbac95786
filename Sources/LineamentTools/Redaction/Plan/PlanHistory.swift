// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The history of the tracks of a video, from which the places to check are found.
struct PlanHistory: Sendable {
    /// Frames in a row.
    struct Stretch: Sendable {
        var from: Int
        var to: Int
        var score: Float
    }

    /// A detection, in fractions of the frame.
    struct Sighting: Sendable {
        let moment: Int
        let box: CGRect

        /// Whether the area touches a border.
        var isAtBorder: Bool { !CGRect(x: 0, y: 0, width: 1, height: 1).encloses(box) }
    }

    /// A track so far.
    struct Track: Sendable {
        var best: Float
        var first: Sighting?
        var last: Sighting?
        var weak: [Stretch] = []
        var bridged: [Stretch] = []
        var verified: [Stretch] = []
        var bodiless: [Stretch] = []
        /// Whether the track ends although its scene goes on.
        var ends = false
        let isKept: Bool
    }

    /// The longest time between two frames of one stretch, in milliseconds.
    private static let pause = 500

    private(set) var tracks: [Int: Track] = [:]
    /// The detections without a track: those in finished copies.
    private(set) var verified: [Stretch] = []
    /// The beginnings of scenes, in milliseconds, and whether a face was found within a pause of each.
    private(set) var scenes: [(moment: Int, hasFaces: Bool)] = []
    /// The tracks that begin where others ended, and when.
    private(set) var successions: [(succession: TrackSuccession, moment: Int)] = []
    /// The weak finds of an image, by number.
    private(set) var weakFaces: [(number: Int, kind: PlanDoubt.Kind, score: Float)] = []

    mutating func add(_ redaction: Redaction, in size: CGSize, at moment: Int?) {
        guard let moment else {
            for (index, area) in redaction.areas.filter({ $0.cause != .requested }).enumerated() where area.isDoubtful {
                weakFaces.append((index + 1, area.kindOfDoubt, area.score))
            }
            return
        }
        if redaction.beginsScene { scenes.append((moment, false)) }
        let isEmpty = redaction.areas.isEmpty && redaction.bodies.isEmpty
        if let scene = scenes.last, !isEmpty, moment - scene.moment <= Self.pause {
            scenes[scenes.count - 1].hasFaces = true
        }
        for area in redaction.areas where area.cause != .requested { add(area, isKept: false, in: size, moment) }
        for area in redaction.keptAreas { add(area, isKept: true, in: size, moment) }
        for id in redaction.endedTracks { tracks[id]?.ends = true }
        successions += redaction.successions.map { ($0, moment) }
    }

    private mutating func add(_ area: RedactedArea, isKept: Bool, in size: CGSize, _ moment: Int) {
        guard let id = area.trackID else {
            if area.cause == .verified { verified.add(moment, area.score, Self.pause) }
            return
        }
        var track = tracks[id] ?? Track(best: area.score, isKept: isKept)
        track.best = max(track.best, area.score)
        switch area.cause {
        case .detected:
            let sighting = Sighting(moment: moment, box: area.rect.fractions(of: size))
            track.first = track.first ?? sighting
            track.last = sighting
            track.ends = false
            if area.score < RedactedArea.weakScore { track.weak.add(moment, area.score, Self.pause) }
            if area.lacksBody { track.bodiless.add(moment, area.score, Self.pause) }
        case .bridged: track.bridged.add(moment, area.score, Self.pause)
        case .verified: track.verified.add(moment, area.score, Self.pause)
        case .extended, .body, .requested, .planned: break
        }
        tracks[id] = track
    }

    /// Returns the best score of a track.
    func bestScore(of id: Int) -> Float? { tracks[id]?.best }
}

extension RedactedArea {
    /// Why a face of an image is doubtful.
    fileprivate var kindOfDoubt: PlanDoubt.Kind {
        if cause == .verified { return .verified }
        return score < Self.weakScore ? .weak : .bodiless
    }
}

extension [PlanHistory.Stretch] {
    /// Adds a frame to the last stretch, or begins one.
    fileprivate mutating func add(_ moment: Int, _ score: Float, _ pause: Int) {
        if let last, moment - last.to <= pause {
            self[count - 1].to = moment
            self[count - 1].score = Swift.min(last.score, score)
        } else {
            append(PlanHistory.Stretch(from: moment, to: moment, score: score))
        }
    }
}
