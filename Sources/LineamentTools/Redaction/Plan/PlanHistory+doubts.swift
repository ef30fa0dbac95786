// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension PlanHistory {
    /// How long after its end a track is looked at, and how long before its beginning, in milliseconds.
    private static let look = 1500
    /// The longest time for which a person may have turned away, in milliseconds.
    private static let maxAway = 20_000
    /// How far a person who turned away may have moved, in sizes of the face, and how much the size may differ.
    private static let reach = 1.5
    private static let sizeRatio = 2.0

    /// The weights of doubts that do not depend on scores. Of two tracks that may be of one person, both are covered.
    private static let weights: [PlanDoubt.Kind: Double] = [.verified: 0.75, .bodiless: 0.7, .same: 0.25]

    /// Returns the places to check, the most urgent first.
    ///
    /// The weights are a judgment: faces that turn away first, then the ends and beginnings of tracks, then what is
    /// weak. Scripts/evaluation/evaluate_plans.py compares the order with what a search with a lower threshold finds in
    /// addition.
    func doubts(isVideo: Bool) -> [PlanDoubt] {
        guard isVideo else {
            return weakFaces.map {
                PlanDoubt($0.kind, track: $0.number, weight: Self.weights[$0.kind] ?? 1 - Double($0.score))
            }.ranked
        }
        let away = absences()
        let returned = Set(away.compactMap(\.track))
        let found = verified.map {
            PlanDoubt(.verified, track: nil, from: $0.from, to: $0.to, weight: Self.weights[.verified] ?? 0)
        }
        let resumed = Set(successions.map(\.succession.trackID))
        let tracked = tracks.filter { !$0.value.isKept }.flatMap { id, track in
            stretches(of: track, id)
                + edges(of: track, id, isAway: returned.contains(id), isResumed: resumed.contains(id))
        }
        return (away + found + tracked + same() + cuts()).ranked
    }

    /// Returns the tracks that may be of one person, from the last sighting of the first to the first of the second.
    private func same() -> [PlanDoubt] {
        successions.map { pair, moment in
            let last = tracks[pair.previousTrackID]?.last?.moment ?? moment
            return PlanDoubt(
                .same, track: pair.trackID, after: pair.previousTrackID, from: min(last, moment), to: moment,
                weight: Self.weights[.same] ?? 0)
        }
    }

    /// Returns the stretches of a track in which it was weak or not found.
    private func stretches(of track: Track, _ id: Int) -> [PlanDoubt] {
        func doubts(_ kind: PlanDoubt.Kind, _ stretches: [Stretch], _ weight: (Stretch) -> Double) -> [PlanDoubt] {
            stretches.map { PlanDoubt(kind, track: id, from: $0.from, to: $0.to, weight: weight($0)) }
        }
        return doubts(.weak, track.weak) { 1 - Double($0.score) }
            + doubts(.bridged, track.bridged) { 0.35 + min(0.25, Double($0.to - $0.from) / 6000) }
            + doubts(.verified, track.verified) { _ in Self.weights[.verified] ?? 0 }
            + doubts(.bodiless, track.bodiless) { _ in Self.weights[.bodiless] ?? 0 }
    }

    /// Returns the ends of a track that are worth a look.
    private func edges(of track: Track, _ id: Int, isAway: Bool, isResumed: Bool) -> [PlanDoubt] {
        guard let first = track.first, let last = track.last else { return [] }
        var doubts: [PlanDoubt] = []
        if track.ends, !isAway {
            doubts.append(
                PlanDoubt(
                    last.isAtBorder ? .border : .ends, track: id, from: last.moment, to: last.moment + Self.look,
                    weight: last.isAtBorder ? 0.3 : 0.8))
        }
        // At the beginning of a scene, nothing was there to be missed.
        let sceneCount = scenes.partitioningIndex(where: { $0.moment > first.moment })
        let scene = scenes.prefix(sceneCount).last?.moment ?? 0
        if !isResumed, first.moment - scene > Self.look / 3 {
            doubts.append(
                PlanDoubt(
                    first.isAtBorder ? .border : .begins, track: id, from: max(scene, first.moment - Self.look),
                    to: first.moment, weight: first.isAtBorder ? 0.3 : 0.65))
        }
        return doubts
    }

    /// Returns the times between the end of a track and the beginning of another one near it in the same scene.
    private func absences() -> [PlanDoubt] {
        let starts = tracks.values.compactMap(\.first).sorted { $0.moment < $1.moment }
        return tracks.compactMap { id, track in
            guard track.ends, !track.isKept, let last = track.last else { return nil }
            // A long video has many tracks, of which few begin soon.
            let nextScene = scenes.partitioningIndex(where: { $0.moment > last.moment })
            let end = scenes.dropFirst(nextScene).first?.moment ?? .max
            let next = starts.dropFirst(starts.partitioningIndex(where: { $0.moment > last.moment }))
                .prefix { $0.moment - last.moment <= Self.maxAway && $0.moment < end }
                .first { Self.isNear(last.box, $0.box) }
            guard let next else { return nil }
            let length = Double(next.moment - last.moment) / Double(Self.maxAway)
            return PlanDoubt(.away, track: id, from: last.moment, to: next.moment, weight: 0.95 - 0.1 * length)
        }
    }

    private static func isNear(_ one: CGRect, _ other: CGRect) -> Bool {
        let way = (one.center - other.center) / SIMD2(Double(one.width), Double(one.height))
        let ratio = one.width / max(1e-9, other.width)
        return (way * way).sum().squareRoot() <= reach && ratio <= sizeRatio && ratio >= 1 / sizeRatio
    }

    /// Returns the scenes but for the first; those in which no one is found at first are more urgent.
    private func cuts() -> [PlanDoubt] {
        scenes.dropFirst().map { scene in
            PlanDoubt(
                .cut, track: nil, from: scene.moment, to: scene.moment + Self.look / 3,
                weight: scene.hasFaces ? 0.2 : 0.5)
        }
    }
}

extension [PlanDoubt] {
    /// The doubts, the most urgent first.
    var ranked: [PlanDoubt] {
        sorted { one, other in
            guard one.weight == other.weight else { return one.weight > other.weight }
            guard one.from == other.from else { return (one.from ?? 0) < (other.from ?? 0) }
            return (one.track ?? 0, one.kind.rawValue) < (other.track ?? 0, other.kind.rawValue)
        }
    }
}
