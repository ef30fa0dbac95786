// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Turns the frames of a person into what is sent, one after the other: nothing of what comes later is known.
struct LivePerformer {
    private let gains: ShapeGains
    private var body = LiveBody()
    /// The frames in which the neutral face is looked for; `nil` once it is known, or if it is not wanted.
    private var resting: [LiveFrame]?
    /// The time between the frames with a face so far, in seconds.
    private var restingTime = 0.0
    private var neutral: NeutralFace?
    private var start: Double?

    /// How long the neutral face is looked for, in seconds with a face.
    private static let calibration = 1.0
    /// The longest time that counts between two of these frames, in seconds.
    private static let longestStep = 0.2
    /// The most of these frames, whatever their times.
    private static let mostFrames = 1000

    init(calibrates: Bool, gains: ShapeGains) {
        resting = calibrates ? [] : nil
        self.gains = gains
    }

    /// Whether the neutral face is still looked for.
    var isCalibrating: Bool { resting != nil }

    /// Looks for the neutral face from the next frame on.
    mutating func calibrate() {
        resting = []
        restingTime = 0
        neutral = nil
    }

    /// Returns the values to send of a frame. Before the neutral face is known, the face is left out.
    /// - Parameters:
    ///   - person: The person; `nil` if no person was found.
    ///   - frame: The frame of the person's series.
    ///   - time: The time, in seconds.
    mutating func frame(of person: RecordedPerson?, at frame: Int, time: Double) -> LiveFrame {
        let start = start ?? time
        self.start = start
        var live = LiveFrame(time: time - start)
        guard let person else { return live }
        live.body = body.pose(of: person, at: frame)
        live.shapes = person.blendshapes?.values(at: frame).map(Array.init)
        if let place = person.head?.values(at: frame).map(Array.init) {
            live.head = Rotation(quaternion: place)
            live.headPosition = Vector(Double(place[4]), Double(place[5]), Double(place[6]))
        } else if let points = BodyPoints(person, at: frame) {
            live.head = points.headRotation
        }
        calibrate(&live)
        live.shapes = live.shapes.map(gains.applied)
        return live
    }

    private mutating func calibrate(_ live: inout LiveFrame) {
        if var frames = resting, live.shapes != nil {
            restingTime += min(Self.longestStep, max(0, live.time - (frames.last?.time ?? live.time)))
            frames.append(live)
            let isDone = restingTime >= Self.calibration || frames.count >= Self.mostFrames
            neutral = isDone ? NeutralFace(frames) : nil
            resting = isDone ? nil : frames
        }
        if resting != nil { live.shapes = nil }
        if let neutral { live = neutral.applied(to: live) }
    }
}

extension BodyPoints {
    /// The rotation of the head, by the line of the ears and the middle of the face.
    var headRotation: Rotation {
        Rotation(turning: Vector(1, 0, 0), to: earAxis, and: SkeletonSolver.faceDirection, toward: faceAxis)
    }
}
