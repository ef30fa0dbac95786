// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Makes the plan of one image or video from its redactions.
///
/// ```swift
/// var recorder = PlanRecorder(covers: redactor.options.covers)
/// for redaction in redactions { recorder.add(redaction, in: size, time: time) }
/// let input = recorder.input(file: "clip.mp4", sha256: digest)
/// ```
public struct PlanRecorder: Sendable {
    /// The cover that goes on from frame to frame.
    fileprivate struct Path: Sendable {
        let track: Int?
        /// The number in images, from 1; otherwise `nil`.
        let number: Int?
        /// The person to whom the head belongs, if it has no track; otherwise `nil`.
        let person: Int?
        let isKept: Bool
        let score: Float
        let shape: RedactedArea.Shape
        var samples: [PlannedCovers.Sample]
        /// The frame of the last sample.
        var lastFrame: Int
        /// The thumbnail of a track without a number.
        var thumbnail: Thumbnail?
    }

    /// An image of a person.
    fileprivate struct Thumbnail: Sendable {
        /// How well the person is seen in it.
        let worth: Double
        let url: String

        /// How much better another one must be to take its place: making one takes a while.
        static let advance = 1.1
        /// The height from which a face is seen well, in pixels, and the share of the worth of a place where nothing was detected.
        static let height = 96.0
        static let undetected = 0.5
    }

    private let covers: [CoveredArea]
    private var open: [Path] = []
    private var tracks: [Int: PlannedTrack] = [:]
    /// The tracks without a number.
    private var others: [PlannedTrack] = []
    /// The thumbnails of tracks.
    private var thumbnails: [Int: Thumbnail] = [:]
    private var history = PlanHistory()
    private var people = PlannedPeople()
    private var size: CGSize?
    private var isVideo = false
    private var frames = 0
    private var firstTime = 0.0
    private var lastTime = 0.0

    /// Creates a recorder.
    /// - Parameter covers: The areas that the caller wants covered.
    public init(covers: [CoveredArea] = []) { self.covers = covers }

    /// Adds what is to be covered in the image or in the next frame.
    /// - Parameters:
    ///   - redaction: The areas and people to be covered.
    ///   - size: The size of the image or frame, in pixels.
    ///   - time: The time of the frame, in seconds; `nil` for an image.
    ///   - thumbnail: Returns a thumbnail of a part of the image or frame, as a URL of the scheme `data`. Called where
    ///     a person is seen better than before. Default: none.
    public mutating func add(
        _ redaction: Redaction, in size: CGSize, time: Double?, thumbnail: ((CGRect) -> String?)? = nil
    ) {
        let planned = self.size ?? size
        self.size = planned
        if let time {
            if !isVideo { firstTime = time }
            isVideo = true
            lastTime = time
        }
        let scale = SIMD2(planned.width / max(1, size.width), planned.height / max(1, size.height))
        let moment = time.map { PlannedKey.milliseconds(of: $0) }
        history.add(redaction, in: size, at: moment)
        people.add(redaction, in: size, by: scale, at: moment, thumbnail: thumbnail)
        let areas = redaction.areas.filter { $0.cause != .requested }.map { ($0, false) }
        for (index, (area, isKept)) in (areas + redaction.keptAreas.map { ($0, true) }).enumerated() {
            let path = Path(
                track: area.trackID, number: isVideo ? nil : index + 1, person: people.owner(of: area, in: redaction),
                isKept: isKept, score: area.score, shape: area.shape, samples: [], lastFrame: frames)
            let place = add(path, area.rect.scaled(by: scale).forPlans, at: moment ?? 0)
            if let thumbnail { add(thumbnail, of: area, to: place) }
        }
        let frame = frames
        close { $0.lastFrame < frame }
        frames += 1
    }

    /// Makes a thumbnail of an area if it is better than what is there.
    /// - Parameter place: The path that the area was added to.
    private mutating func add(_ thumbnail: (CGRect) -> String?, of area: RedactedArea, to place: Int) {
        let share = area.cause == .detected ? 1 : Thumbnail.undetected
        let worth = share * Double(area.score) * min(1, area.rect.height / Thumbnail.height)
        let known = area.trackID.map { thumbnails[$0] } ?? open[place].thumbnail
        guard worth > (known?.worth ?? 0) * Thumbnail.advance, let url = thumbnail(area.rect) else { return }
        let better = Thumbnail(worth: worth, url: url)
        if let id = area.trackID { thumbnails[id] = better } else { open[place].thumbnail = better }
    }

    /// Adds a rectangle to the path that goes on as another one, which has no samples yet, or to that one.
    /// - Returns: The place of the path among those that go on.
    private mutating func add(_ next: Path, _ rect: CGRect, at moment: Int) -> Int {
        let sample = PlannedCovers.Sample(milliseconds: moment, rect: rect)
        let near = open.indices.filter { isVideo && open[$0].goesOn(as: next) }
            .filter { next.track != nil || open[$0].last.intersects(rect) }
        guard let place = near.min(by: { open[$0].distance(to: rect) < open[$1].distance(to: rect) }) else {
            open.append(next)
            open[open.count - 1].samples = [sample]
            return open.count - 1
        }
        open[place].lastFrame = frames
        let last = open[place].samples.count - 1
        if open[place].samples[last].milliseconds == moment {
            // More than a thousand frames a second.
            open[place].samples[last].rect = open[place].samples[last].rect.containing(rect, as: next.shape)
        } else {
            open[place].samples.append(sample)
        }
        return place
    }

    private mutating func close(where isDone: (Path) -> Bool) {
        for path in open where isDone(path) {
            let span = span(of: path)
            if let person = path.person {
                people.add(span, toHeadOf: person)
                continue
            }
            guard let id = path.track else {
                others.append(
                    PlannedTrack(
                        number: path.number ?? 0, keep: path.isKept, score: path.score, spans: [span],
                        thumbnail: path.thumbnail?.url))
                continue
            }
            let score = history.bestScore(of: id) ?? path.score
            var track = tracks[id] ?? PlannedTrack(number: id, keep: path.isKept, score: score, spans: [])
            track.score = score
            track.spans.append(span)
            track.thumbnail = thumbnails[id]?.url
            tracks[id] = track
        }
        open.removeAll(where: isDone)
    }

    private func span(of path: Path) -> PlannedArea {
        var area = PlannedCovers(path.samples, shape: path.shape).area
        guard !isVideo else { return area }
        area.from = nil
        area.to = nil
        for place in area.keys.indices { area.keys[place].milliseconds = nil }
        return area
    }

    /// Returns the plan once all frames were added.
    /// - Parameters:
    ///   - file: The name of the file, in a folder with its path there.
    ///   - sha256: The SHA-256 of the file, in hexadecimal digits.
    public func input(file: String, sha256: String) -> PlannedInput {
        var whole = self
        whole.close { _ in true }
        whole.people.close()
        var free = TrackNumbers(besides: whole.tracks.keys)
        let numbered = whole.others.map { track in
            var track = track
            track.number = free.next(isVideo ? nil : track.number)
            return track
        }
        let interval = frames > 1 ? (lastTime - firstTime) / Double(frames - 1) : 0
        let (tracks, numbers) = whole.people.joined(to: Array(whole.tracks.values) + numbered)
        return PlannedInput(
            file: file, sha256: sha256, width: Int(size?.width ?? 0), height: Int(size?.height ?? 0),
            frames: isVideo ? frames : nil, duration: isVideo ? lastTime - firstTime + interval : nil,
            tracks: tracks.sorted { $0.number < $1.number }.map { track in
                var track = track
                track.spans.sort { ($0.from ?? 0) < ($1.from ?? 0) }
                return track
            }, areas: covers.map(PlannedArea.init),
            look: tracks.isEmpty
                ? [PlanDoubt(.nobody, track: nil, weight: 1)]
                : whole.people.doubts(besides: history.doubts(isVideo: isVideo), numbers))
    }
}

extension PlanRecorder.Path {
    fileprivate var last: CGRect { samples.last?.rect ?? .null }

    /// Returns whether an area of a frame, which the path lacks, may belong to it.
    fileprivate func goesOn(as next: PlanRecorder.Path) -> Bool {
        lastFrame == next.lastFrame - 1 && track == next.track && person == next.person && isKept == next.isKept
            && shape == next.shape
    }

    fileprivate func distance(to rect: CGRect) -> Double {
        let way = last.center - rect.center
        return (way * way).sum()
    }
}
