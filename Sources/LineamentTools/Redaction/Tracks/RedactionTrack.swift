// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The sightings of one face in a video.
///
/// Boxes are kept in fractions of the frame, so that a change of the frame's size scales them, and both as seen and relative
/// to the scene, so that the camera's movement between two sightings is known.
struct RedactionTrack: Sendable {
    /// A frame in which the face was found.
    struct Sighting: Sendable {
        let frame: Int
        let time: Double
        /// The box, in fractions of the frame.
        let box: CGRect
        /// How far the scene's content had moved.
        let offset: SIMD2<Double>
        let score: Float
        /// The shot of the frame.
        let shot: Int
        /// How the face looks; `nil` if unknown.
        var look: TrackLook?
        /// Whether it overlaps with another face.
        var isCrossed = false
        /// The number of the face, which changes within the track where another face may have taken its place.
        var number = 0

        /// Whether the detection is hardly something else than a face.
        var isCertain: Bool { score >= RedactionTrack.certainScore }
        /// The box relative to the scene.
        var sceneBox: CGRect { box.moved(by: -offset) }
    }

    /// A frame in which the face is to be placed.
    struct Moment: Sendable {
        let time: Double
        /// How far the scene's content had moved; `nil` if the frame shows something else.
        let offset: SIMD2<Double>?
    }

    /// The scene that the face is in.
    let scene: Int
    private(set) var sightings: [Sighting] = []
    /// The faces of the track that were seen before others, which may be the same, by the numbers of those.
    var previous: [Int: Int] = [:]

    /// The score from which a detection is certain: what is weaker may be something else near the face.
    static let certainScore: Float = 0.6
    /// The time, in seconds, over which velocity is measured.
    private static let velocityTime = 0.35
    /// The shortest time, in seconds, over which it is.
    private static let minVelocityTime = 0.03
    /// The longest way, in sizes of the face, that a movement is continued.
    private static let maxWay = 2.0
    /// The number of frames on each side that boxes are averaged over.
    private static let smoothing = 2

    init(scene: Int) { self.scene = scene }

    /// Adds a sighting in order of frames. One in a frame that has one already is ignored.
    mutating func add(_ sighting: Sighting) {
        let place = sightings.firstIndex { $0.frame >= sighting.frame } ?? sightings.count
        if place < sightings.count, sightings[place].frame == sighting.frame { return }
        sightings.insert(sighting, at: place)
    }

    /// Returns whether a sighting overlaps with other faces. What overlaps a little goes on as before.
    /// - Parameter others: Where other faces are, in fractions of the frame.
    func isCrossed(_ sighting: Sighting, by others: [CGRect]) -> Bool {
        let share = others.map { sighting.box.shareOfSmaller(with: $0) }.max() ?? 0
        if share >= TrackContinuity.overlap { return true }
        guard share >= TrackContinuity.apart, let last = sightings.last else { return false }
        return last.isCrossed && sighting.time - last.time <= TrackContinuity.maxGap
    }

    /// Returns the face that was seen before that of a sighting in the track, if this one begins with it.
    func predecessor(of sighting: Sighting) -> Int? {
        guard let number = previous[sighting.number],
            sightings.first(where: { $0.number == sighting.number })?.frame == sighting.frame
        else { return nil }
        return number
    }

    /// Gives the sightings of a face from a time on another number.
    mutating func renumber(_ number: Int, from time: Double, as other: Int) {
        for place in sightings.indices where sightings[place].number == number && sightings[place].time >= time {
            sightings[place].number = other
        }
        // A face that has faded since it was first seen has no sighting left, and is not a track.
        previous[other] = sightings.contains { $0.number == number } ? number : previous.removeValue(forKey: number)
    }

    /// Adds a sighting with a number: that of the face with which it goes on, or a new one.
    /// - Parameter frame: The frame of the sighting; `nil` if looks are unknown.
    mutating func follow(_ sighting: Sighting, in frame: PixelBuffer?, lastNumber: inout Int) {
        var sighting = sighting
        if let found = TrackContinuity.continued(sighting, among: sightings, in: frame) {
            sighting.number = found.number
            sighting.look = found.look
        } else {
            lastNumber += 1
            sighting.number = lastNumber
            previous[lastNumber] = self.sighting(upTo: sighting.frame)?.number
        }
        add(sighting)
        guard let start = TrackContinuity.fade(into: sighting, among: sightings) else { return }
        lastNumber += 1
        renumber(sighting.number, from: start, as: lastNumber)
    }

    /// Forgets sightings before a time.
    mutating func forget(before time: Double) {
        let count = sightings.prefix { $0.time < time }.count
        // A face that has begun does not begin again.
        for sighting in sightings.prefix(count) { previous[sighting.number] = nil }
        sightings.removeFirst(count)
    }

    /// The track without the sightings that are not certain; `nil` if there is nothing to leave out, or nothing else.
    var certain: RedactionTrack? {
        var certain = self
        certain.sightings = sightings.filter(\.isCertain)
        return certain.sightings.isEmpty || certain.sightings.count == sightings.count ? nil : certain
    }

    /// The last certain sighting.
    var lastCertain: Sighting? { sightings.last(where: \.isCertain) }

    /// The sighting in a frame.
    func sighting(in frame: Int) -> Sighting? { sightings.first { $0.frame == frame } }

    /// The last sighting up to a frame.
    func sighting(upTo frame: Int) -> Sighting? { sightings.last { $0.frame <= frame } }

    /// The first sighting from a frame on.
    func sighting(from frame: Int) -> Sighting? { sightings.first { $0.frame >= frame } }

    /// Returns the box of a sighting with the jitter of neighboring frames taken out: it contains the box as found.
    func smoothed(_ sighting: Sighting) -> CGRect {
        let near = sightings.filter { abs($0.frame - sighting.frame) <= Self.smoothing }.map(\.sceneBox)
        let count = Double(near.count)
        let mean = near.reduce(into: (x: 0.0, y: 0.0, width: 0.0, height: 0.0)) { sum, box in
            sum.x += box.minX / count
            sum.y += box.minY / count
            sum.width += box.width / count
            sum.height += box.height / count
        }
        let box = CGRect(x: mean.x, y: mean.y, width: mean.width, height: mean.height)
        return sighting.box.union(box.moved(by: sighting.offset))
    }

    /// Returns where the face can be between two sightings: on the line between them, in the image and in the scene.
    func bridged(_ before: Sighting, _ after: Sighting, at moment: Moment) -> [CGRect] {
        let share = (moment.time - before.time) / max(1e-6, after.time - before.time)
        let seen = before.box.blended(with: after.box, share: share)
        guard let offset = moment.offset else { return [seen] }
        let moved = before.sceneBox.blended(with: after.sceneBox, share: share).moved(by: offset)
        return seen.intersects(moved) ? [seen.union(moved)] : [seen, moved]
    }

    /// Returns where the face can be shortly before or after a sighting: where it was, as the camera moves, up to where it
    /// would be if it moved on.
    func extended(_ sighting: Sighting, at moment: Moment) -> CGRect {
        guard let offset = moment.offset else { return sighting.box.grown }
        let place = sighting.sceneBox.moved(by: offset)
        return place.union(place.moved(by: way(from: sighting, to: moment.time))).grown
    }

    /// Returns where the face would be if it moved on from a sighting, in fractions of the frame.
    func continued(_ sighting: Sighting, at moment: Moment) -> CGRect {
        sighting.sceneBox.moved(by: (moment.offset ?? sighting.offset) + way(from: sighting, to: moment.time))
    }

    private func way(from sighting: Sighting, to time: Double) -> SIMD2<Double> {
        let way = velocity(at: sighting) * (time - sighting.time)
        let size = SIMD2(Double(sighting.box.width), Double(sighting.box.height))
        let length = (way / size * (way / size)).sum().squareRoot()
        return length > Self.maxWay ? way * (Self.maxWay / length) : way
    }

    /// Returns the velocity relative to the scene at a sighting, in fractions of the frame per second.
    private func velocity(at sighting: Sighting) -> SIMD2<Double> {
        let near = sightings.filter { abs($0.time - sighting.time) <= Self.velocityTime }
        guard let first = near.first, let last = near.last, last.time - first.time >= Self.minVelocityTime else {
            return .zero
        }
        return (last.sceneBox.center - first.sceneBox.center) / (last.time - first.time)
    }
}

extension CGRect {
    /// The distance of the same face in two frames, in its size, and the ratio of its sizes.
    private static let reach = 0.7
    private static let sizeRatio = 2.0

    /// Returns whether a box, in pixels, shows the face that is expected in another one.
    func showsFace(expectedIn other: CGRect) -> Bool {
        let size = max(width, height, 1)
        let otherSize = max(other.width, other.height, 1)
        let distance = center - other.center
        return (distance * distance).sum().squareRoot() <= Self.reach * max(size, otherSize)
            && max(size, otherSize) <= Self.sizeRatio * min(size, otherSize)
    }

    /// Returns the area that two rectangles share, relative to the smaller one.
    func shareOfSmaller(with other: CGRect) -> Double {
        let common = intersection(other)
        guard !common.isNull else { return 0 }
        return common.width * common.height / max(1e-12, min(width * height, other.width * other.height))
    }

    var center: SIMD2<Double> { SIMD2(Double(midX), Double(midY)) }

    func moved(by way: SIMD2<Double>) -> CGRect { offsetBy(dx: way.x, dy: way.y) }

    /// The rectangle enlarged by a tenth on each side, for a face that may have moved.
    fileprivate var grown: CGRect { insetBy(dx: -0.1 * width, dy: -0.1 * height) }

    /// Returns a rectangle between this one (share 0) and another (1), a little enlarged.
    fileprivate func blended(with other: CGRect, share: Double) -> CGRect {
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
        let box = CGRect(
            x: mix(minX, other.minX), y: mix(minY, other.minY), width: mix(width, other.width),
            height: mix(height, other.height))
        return box.insetBy(dx: -0.05 * box.width, dy: -0.05 * box.height)
    }
}
