// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The people of an input on the way to their tracks in a plan: the covers of their bodies and heads, and their faces.
struct PlannedPeople: Sendable {
    /// One person.
    private struct Person: Sendable {
        /// The covers of the person.
        var spans: [PlannedArea] = []
        var score: Float = 0
        /// When the person was last seen, in milliseconds.
        var lastSeen: Int?
        var thumbnail: (worth: Double, url: String)?
    }

    /// The cover of a person in consecutive frames.
    private struct Span: Sendable {
        /// The keys before that of `cells`.
        private(set) var keys: [PlannedKey] = []
        /// The cells that cover the person in the frames since `since`.
        private(set) var cells: CellMask
        /// The number of cells that are covered in that of these frames with the fewest.
        private var fewest: Int
        private var since: Int
        let from: Int
        private(set) var to: Int
        private(set) var lastFrame: Int

        init(_ cells: CellMask, at moment: Int, frame: Int) {
            self.cells = cells
            fewest = cells.count
            (since, from, to) = (moment, moment, moment)
            lastFrame = frame
        }

        var lastKey: PlannedKey { PlannedKey(cells.rect, milliseconds: since, mask: cells.planned) }

        mutating func add(_ next: CellMask, at moment: Int, frame: Int) {
            let union = cells.union(next)
            let least = min(fewest, next.count)
            let isNear = cells.side == next.side && Double(union.count) <= PlannedPeople.slack * Double(least)
            // Keys are a millisecond apart at least, so that the frames of one millisecond have the same.
            if isNear || moment <= to {
                cells = union
                fewest = least
            } else {
                keys.append(lastKey)
                cells = next
                fewest = next.count
                since = moment
            }
            to = max(to, moment)
            lastFrame = frame
        }
    }

    /// How many cells more than in any one of its frames a mask may have that covers several.
    private static let slack = 1.05
    /// The share of the frames with a face in which it must be that of one person to be tied to that one.
    private static let certainty = 2.0 / 3
    /// How long a person may be away without a doubt, in milliseconds: people are covered for as long.
    private static let pause = 500
    /// How much better a thumbnail must be, and the height from which a person is seen well, in pixels.
    private static let advance = 1.1
    private static let goodHeight = 288.0
    /// The share of the width of the image at whose border people enter and leave.
    private static let border = 0.01

    /// All people so far. The work for each frame concerns only those who are in it.
    private var people: [Int: Person] = [:]
    /// The spans that go on, by the numbers of people.
    private var open: [Int: Span] = [:]
    /// The people who were seen in the last frame; others may still be covered.
    private var seen: Set<Int> = []
    /// For each face, by its number: the number of its frames, and of those in which each person has it.
    private var votes: [Int: (people: [Int: Int], frames: Int)] = [:]
    private var history = PlanHistory()
    /// The times for which a person was away and came back in the same scene.
    private var absences: [PlanDoubt] = []
    private var sceneStart = 0
    private var isVideo = false
    private var frames = 0

    /// Adds the people of the image or of the next frame.
    /// - Parameters:
    ///   - scale: The size of the plan, relative to that of the frame.
    ///   - moment: The time in milliseconds; `nil` for an image.
    mutating func add(
        _ redaction: Redaction, in size: CGSize, by scale: SIMD2<Double>, at moment: Int?,
        thumbnail: ((CGRect) -> String?)?
    ) {
        isVideo = moment != nil
        if redaction.beginsScene { sceneStart = moment ?? 0 }
        for body in redaction.bodiesOrAll {
            cover(body.id, body.cells.converted(to: body.cells.side, by: scale), at: moment ?? 0)
            guard let person = body.person else { continue }
            let best = max(people[body.id]?.score ?? 0, person.score)
            people[body.id]?.score = best
            let worth = Double(person.score) * min(1, person.rect.height / Self.goodHeight)
            if let thumbnail, worth > (people[body.id]?.thumbnail?.worth ?? 0) * Self.advance,
                let url = thumbnail(person.rect)
            {
                people[body.id]?.thumbnail = (worth, url)
            }
        }
        vote(redaction)
        remember(redaction, in: size, at: moment)
        let frame = frames
        close { $0.lastFrame < frame }
        frames += 1
    }

    private mutating func cover(_ id: Int, _ cells: CellMask, at moment: Int) {
        guard open[id] == nil else {
            // In place: the keys of an hour are too many to be copied with each frame.
            open[id]?.add(cells, at: moment, frame: frames)
            return
        }
        open[id] = Span(cells, at: moment, frame: frames)
        if people[id] == nil { people[id] = Person() }
    }

    /// Counts whose faces the areas are.
    private mutating func vote(_ redaction: Redaction) {
        let areas = redaction.areas.filter { $0.cause != .requested }
        for (index, area) in areas.enumerated() where area.shape == .ellipse {
            if area.cause == .body {
                if !isVideo, let id = owner(of: area, in: redaction) { votes[index + 1] = ([id: 1], 1) }
                continue
            }
            guard area.cause == .detected, let face = isVideo ? area.trackID : index + 1 else { continue }
            let near = redaction.bodies.compactMap { body -> (id: Int, distance: Double)? in
                guard body.id != CoveredBody.unknown, let face = body.person?.face,
                    area.rect.contains(CGPoint(x: face.midX, y: face.midY))
                else { return nil }
                let way = face.center - area.rect.center
                return (body.id, (way * way).sum())
            }
            votes[face, default: ([:], 0)].frames += 1
            if let id = near.min(by: { $0.distance < $1.distance })?.id { votes[face]?.people[id, default: 0] += 1 }
        }
    }

    /// Remembers where people were, for the places to check.
    private mutating func remember(_ redaction: Redaction, in size: CGSize, at moment: Int?) {
        let bodies = redaction.bodies.filter { $0.person != nil && $0.id != CoveredBody.unknown }
        let ids = Set(bodies.map(\.id))
        var frame = Redaction(areas: bodies.compactMap { $0.person?.sighting(of: $0.id, Self.border * size.width) })
        frame.beginsScene = redaction.beginsScene
        frame.successions = redaction.bodySuccessions
        if !frame.beginsScene {
            frame.endedTracks = Array(seen.subtracting(ids).subtracting(frame.successions.map(\.previousTrackID)))
        }
        if moment != nil { history.add(frame, in: size, at: moment) }
        seen = ids
        for body in bodies {
            if let moment {
                let last = people[body.id]?.lastSeen
                if let last, last >= sceneStart, moment - last > Self.pause {
                    absences.append(PlanDoubt(.away, track: body.id, from: last, to: moment, weight: 0.9))
                }
                people[body.id]?.lastSeen = moment
            } else if let person = body.person, let doubt = person.doubt {
                let weight = doubt == .weak ? 1 - Double(person.score) : 0.3
                absences.append(PlanDoubt(doubt == .weak ? .weak : .border, track: body.id, weight: weight))
            }
        }
    }

    /// Returns the person whose head an area covers that has no track; `nil` for none.
    func owner(of area: RedactedArea, in redaction: Redaction) -> Int? {
        guard area.cause == .body else { return nil }
        return redaction.bodies.first { body in
            body.person?.face.map { RedactedArea(face: $0, extent: .heads, score: area.score).rect } == area.rect
        }?.id
    }

    /// Adds what covers a head.
    mutating func add(_ span: PlannedArea, toHeadOf id: Int) {
        people[id, default: Person()].spans.append(span)
    }

    /// Ends what goes on.
    mutating func close() { close { _ in true } }

    private mutating func close(where isDone: (Span) -> Bool) {
        for (id, span) in open where isDone(span) {
            let area =
                isVideo
                ? PlannedArea(shape: .rectangle, from: span.from, to: span.to, keys: span.keys + [span.lastKey])
                : PlannedArea(shape: .rectangle, keys: [PlannedKey(span.cells.rect, mask: span.cells.planned)])
            people[id]?.spans.append(area)
            open[id] = nil
        }
    }
}

extension PlannedPeople {
    /// The numbers of tracks: of those that faces were joined to, by the numbers of the faces, and of people.
    typealias Numbers = (faces: [Int: Int], people: [Int: Int])

    /// Returns all tracks: those of people with their faces, and those of other faces.
    ///
    /// A person has the lowest number of the faces, which a review shows, or one that is free.
    /// - Parameter faces: The tracks of faces, with different numbers.
    func joined(to faces: [PlannedTrack]) -> (tracks: [PlannedTrack], numbers: Numbers) {
        var numbers: Numbers = ([:], [:])
        var tracks = Dictionary(uniqueKeysWithValues: faces.map { ($0.number, $0) })
        let owners = owners
        let ownedFaces = Dictionary(grouping: owners.keys.sorted()) { owners[$0] ?? CoveredBody.unknown }
        var free = TrackNumbers(besides: Array(tracks.keys) + Array(owners.keys))
        for (id, person) in people.sorted(by: { $0.key < $1.key }) {
            let owned = ownedFaces[id] ?? []
            let number = owned.first ?? free.next()
            let faces = owned.compactMap { tracks.removeValue(forKey: $0) }
            tracks[number] = PlannedTrack(
                number: number, score: faces.map(\.score).reduce(person.score, max),
                spans: person.spans + faces.flatMap(\.spans),
                thumbnail: faces.lazy.compactMap(\.thumbnail).first ?? person.thumbnail?.url)
            numbers.people[id] = number
            for face in owned { numbers.faces[face] = number }
        }
        return (Array(tracks.values), numbers)
    }

    /// The people whose faces have numbers.
    private var owners: [Int: Int] {
        votes.compactMapValues { votes in
            votes.people.first { Double($0.value) >= Self.certainty * Double(votes.frames) }?.key
        }.filter { people[$0.value] != nil }
    }

    /// Returns the places to check, the most urgent first.
    /// - Parameter faces: The same of faces. Where those of people are not found, their bodies are covered.
    func doubts(besides faces: [PlanDoubt], _ numbers: Numbers) -> [PlanDoubt] {
        guard !people.isEmpty else { return faces }
        let others = faces.compactMap { doubt -> PlanDoubt? in
            var doubt = doubt
            doubt.previous = doubt.previous.map { numbers.faces[$0] ?? $0 }
            guard let number = doubt.track.flatMap({ numbers.faces[$0] }) else { return doubt }
            guard doubt.kind == .verified else { return nil }
            doubt.track = number
            return doubt
        }
        let bodies = (history.doubts(isVideo: isVideo).filter { $0.kind != .cut } + absences).map { doubt in
            var doubt = doubt
            doubt.track = doubt.track.flatMap { numbers.people[$0] }
            doubt.previous = doubt.previous.flatMap { numbers.people[$0] }
            return doubt
        }
        return (others + bodies).ranked
    }
}

extension Redaction {
    /// The bodies; all as one if they cannot be told apart.
    fileprivate var bodiesOrAll: [CoveredBody] {
        guard bodies.isEmpty, let all = silhouette.flatMap({ CellMask($0, limit: CellMask.frameLimit) }) else {
            return bodies
        }
        return [CoveredBody(id: CoveredBody.unknown, cells: all)]
    }
}

extension RedactedPerson {
    /// Returns the person as an area that touches a border from which the person is less than a margin away.
    fileprivate func sighting(of id: Int, _ margin: Double) -> RedactedArea {
        var area = RedactedArea(requested: rect.insetBy(dx: -margin, dy: 0), isRectangle: false)
        area.trackID = id
        area.score = score
        return area
    }
}
