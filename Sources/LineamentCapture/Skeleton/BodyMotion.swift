// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The movement of one person as rotations of a skeleton, whose poses are computed whenever they are needed: in memory are
/// only the places of the hips.
struct BodyMotion {
    let skeleton: Skeleton
    /// The number of poses in a second.
    let rate: Double
    /// The frames of the recording that have poses.
    let frames: Range<Int>
    /// Whether each pose comes from points of its own frame.
    let isKnown: [Bool]
    let trackID: Int
    /// The place of the hips in each pose.
    private var roots: [Vector]
    private let solver: SkeletonSolver
    private let hidden: HiddenLimbs

    /// The distance from the camera that is taken where none is known, in meters.
    private static let usualDistance = 3.0

    /// - Returns: `nil` for a person of whose body no frame has all points.
    init?(_ track: RecordedTrack, in recording: any RecordedFrames, _ options: MotionOptions) throws {
        guard track.hasBody else { return nil }
        let survey = try BodySurvey(track, in: recording, options)
        guard let first = survey.isComplete.firstIndex(of: true), let last = survey.isComplete.lastIndex(of: true)
        else { return nil }
        trackID = track.trackID
        rate = recording.frameRate
        frames = track.frames.lowerBound + first..<track.frames.lowerBound + last + 1
        isKnown = Array(survey.isComplete[first...last])
        hidden = HiddenLimbs(survey.hidden)
        solver = SkeletonSolver(
            measures: BodyMeasures(
                survey.sample.elements.map(hidden.hanging), withHands: survey.withHands.elements.map(hidden.hanging)))
        skeleton = solver.measures.skeleton
        let places =
            options.movesThroughSpace
            ? RootMotion(survey.sightings, rate: rate, filter: options.filter).places : []
        roots = []
        let feet = try place(places.isEmpty ? nil : places[first...last], in: recording)
        setRoots(feet, survey, places, options, imageSize: SIMD2(Double(recording.width), Double(recording.height)))
    }

    /// Sets the places of the hips as they follow from the image, and returns the feet in all poses.
    private mutating func place(_ places: ArraySlice<Vector>?, in recording: any RecordedFrames) throws -> Feet {
        var roots: [Vector] = []
        var feet = Feet()
        var root = Vector(0, skeleton.offsets[0].y, 0)
        try forEachPose(in: recording) { [skeleton, solver] index, pose, points, _ in
            if let points {
                if let places {
                    let place = places[places.startIndex + index]
                    if place.x.isFinite { root = place + points.hipMiddle }
                } else {
                    root = points.hipMiddle
                }
            }
            roots.append(root)
            feet.append(pose, of: skeleton, heel: solver.measures.heel)
        }
        self.roots = roots
        return feet
    }

    /// Puts the feet on the ground, and holds those that stand.
    private mutating func setRoots(
        _ feet: Feet, _ survey: BodySurvey, _ places: [Vector], _ options: MotionOptions, imageSize size: SIMD2<Double>
    ) {
        let known = places.map { -$0.z }.filter(\.isFinite)
        let distance = known.isEmpty ? Self.usualDistance : known.median
        let meters = distance * size.y / options.focal(imageHeight: size.y)
        let scale = SIMD2(meters * size.x / size.y, meters)
        let start = survey.isComplete.firstIndex(of: true) ?? 0
        var feet = feet
        feet.isStanding = survey.footSpeeds[2 * start..<2 * (start + frames.count)].map { speed in
            let way = speed * scale
            return (way * way).sum().squareRoot() < Feet.standingSpeed
        }
        feet.putOnGround(&roots, rate: rate)
        if options.plantsFeet, options.movesThroughSpace { feet.hold(&roots) }
    }

    /// Where the person begins.
    var start: Vector { roots.first ?? .zero }

    /// Moves the person so that a place is at x = z = 0.
    mutating func move(from start: Vector) {
        for index in roots.indices {
            roots[index].x -= start.x
            roots[index].z -= start.z
        }
    }

    /// Calls a function with the poses one after the other, and with the person of each: the frames of a part of the
    /// recording, of which one is the pose's.
    func forEachPose(
        in recording: any RecordedFrames,
        _ body: (
            _ index: Int, _ pose: SkeletonPose, _ points: BodyPoints?, _ person: (value: RecordedPerson, frame: Int)?
        ) throws -> Void
    ) throws {
        var pose = SkeletonPose(
            root: Vector(0, skeleton.offsets[0].y, 0),
            rotations: [Rotation](repeating: .identity, count: skeleton.joints.count))
        for window in recording.windows(of: frames) {
            let person = try recording.person(trackID, in: window)
            for frame in window {
                let own = person.flatMap { person in
                    person.frames.contains(frame)
                        ? (value: person, frame: frame - person.frames.lowerBound) : nil
                }
                let points = own.flatMap { BodyPoints($0.value, at: $0.frame) }.map(hidden.hanging)
                if let points { pose.set(solver.rotations(points), of: skeleton) }
                let index = frame - frames.lowerBound
                if roots.indices.contains(index) { pose.root = roots[index] }
                try body(index, pose, points, own)
            }
        }
    }

    /// Returns the movement with all poses.
    func whole(in recording: any RecordedFrames) throws -> SkeletonMotion {
        var poses: [SkeletonPose] = []
        try forEachPose(in: recording) { _, pose, _, _ in poses.append(pose) }
        return SkeletonMotion(
            skeleton: skeleton, poses: poses, isKnown: isKnown, rate: rate, firstFrame: frames.lowerBound)
    }
}

extension SkeletonPose {
    /// Returns the 33 points of a body in the space of the skeleton, in meters; `nil` where they are missing.
    func bodyPoints(of person: RecordedPerson, at frame: Int) -> [Vector?] {
        let none = [Vector?](repeating: nil, count: RecordedPart.body.pointCount)
        guard let body = person.body else { return none }
        let points = none.indices.map { index in
            body.worldPosition(of: index, at: frame).map { Vector(Double($0.x), Double(-$0.y), Double(-$0.z)) }
        }
        // The hips are where the skeleton's are.
        guard let left = points[23], let right = points[24] else { return none }
        let shift = root - (left + right) / 2
        return points.map { point in point.map { $0 + shift } }
    }
}

/// The measurements of a person's body from one pass over all frames.
private struct BodySurvey {
    private(set) var hidden = HiddenCount()
    /// The frames that measure the body, and its hands.
    private(set) var sample = EvenSample<BodyPoints>(limit: measuredFrames)
    private(set) var withHands = EvenSample<BodyPoints>(limit: measuredFrames)
    /// Whether each frame has all points.
    private(set) var isComplete: [Bool] = []
    /// Where the person is, for those who move through space.
    private(set) var sightings: [Sighting] = []
    /// How fast the left and the right foot of each frame move across the image.
    private(set) var footSpeeds: [SIMD2<Double>] = []

    private static let measuredFrames = 4096

    init(_ track: RecordedTrack, in recording: any RecordedFrames, _ options: MotionOptions) throws {
        let size = SIMD2(Double(recording.width), Double(recording.height))
        let focal = options.focal(imageHeight: size.y)
        let rate = recording.frameRate
        for window in recording.windows(of: track.frames) {
            // The speed of a foot needs the frames before and after.
            let wide = (window.lowerBound - 1..<window.upperBound + 1).clamped(to: track.frames)
            guard let person = try recording.person(track.trackID, in: wide), let body = person.body else {
                addMissing(window.count, options)
                continue
            }
            let start = window.lowerBound - wide.lowerBound
            hidden.add(body, frames: start..<start + window.count)
            for frame in start..<start + window.count {
                add(BodyPoints(person, at: frame))
                footSpeeds += [.left, .right].map { body.footSpeed($0, at: frame, rate: rate) }
                if options.movesThroughSpace {
                    sightings.append(Sighting(body, at: frame, imageSize: size, focal: focal))
                }
            }
        }
    }

    private mutating func add(_ points: BodyPoints?) {
        isComplete.append(points != nil)
        guard let points else { return }
        sample.append(points)
        if points.hasHands { withHands.append(points) }
    }

    private mutating func addMissing(_ count: Int, _ options: MotionOptions) {
        isComplete += [Bool](repeating: false, count: count)
        footSpeeds += [SIMD2<Double>](repeating: SIMD2(repeating: .nan), count: 2 * count)
        if options.movesThroughSpace { sightings += [Sighting](repeating: .none, count: count) }
    }
}
