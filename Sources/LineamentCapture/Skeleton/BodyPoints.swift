// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The points of a person in one frame, with y up and z toward the camera, in meters from the midpoint of the hips.
struct BodyPoints {
    private var body: [Vector]
    private let hands: [Joint.Side: [Vector]]

    /// - Returns: `nil` if a point of the body is missing.
    init?(_ person: RecordedPerson, at frame: Int) {
        guard let body = person.body.flatMap({ Self.points($0, frame) }) else { return nil }
        self.body = body
        var hands: [Joint.Side: [Vector]] = [:]
        hands[.left] = person.leftHand.flatMap { Self.points($0, frame) }
        hands[.right] = person.rightHand.flatMap { Self.points($0, frame) }
        self.hands = hands
    }

    init(body: [Vector], hands: [Joint.Side: [Vector]] = [:]) {
        self.body = body
        self.hands = hands
    }

    private static func points(_ series: PointSeries, _ frame: Int) -> [Vector]? {
        let points = (0..<series.pointCount).compactMap { series.worldPosition(of: $0, at: frame) }
        guard points.count == series.pointCount else { return nil }
        return points.map { Vector(Double($0.x), Double(-$0.y), Double(-$0.z)) }
    }

    subscript(landmark: PoseLandmark) -> Vector { body[landmark.rawValue] }

    /// Returns a landmark by its left one's name.
    func on(_ side: Joint.Side, _ landmark: PoseLandmark) -> Vector {
        // Right landmarks follow their left ones.
        body[landmark.rawValue + side.rawValue]
    }

    mutating func set(_ landmark: PoseLandmark, _ side: Joint.Side, _ position: Vector) {
        body[landmark.rawValue + side.rawValue] = position
    }

    /// Returns the 21 points of a hand; `nil` where it was not found.
    func hand(_ side: Joint.Side) -> [Vector]? { hands[side] }

    /// Whether a hand was found.
    var hasHands: Bool { !hands.isEmpty }

    var hipMiddle: Vector { (self[.leftHip] + self[.rightHip]) / 2 }
    var shoulderMiddle: Vector { (self[.leftShoulder] + self[.rightShoulder]) / 2 }
    var earMiddle: Vector { (self[.leftEar] + self[.rightEar]) / 2 }
    /// The vector from the person's right to the left.
    var hipAxis: Vector { self[.leftHip] - self[.rightHip] }
    var shoulderAxis: Vector { self[.leftShoulder] - self[.rightShoulder] }
    var earAxis: Vector { self[.leftEar] - self[.rightEar] }
    /// The vector from between the ears to the middle of the face.
    var faceAxis: Vector {
        (self[.leftEye] + self[.rightEye] + self[.mouthLeft] + self[.mouthRight]) / 4 - earMiddle
    }

    /// The direction of a hand: from the wrist to where the fingers begin.
    func handDirection(_ side: Joint.Side) -> Vector {
        if let hand = hands[side] { return (hand[5] + hand[9] + hand[13] + hand[17]) / 4 - hand[0] }
        return (on(side, .leftIndex) + on(side, .leftPinky)) / 2 - on(side, .leftWrist)
    }

    /// The direction across a hand, from the little finger to the index finger.
    func handAcross(_ side: Joint.Side) -> Vector {
        if let hand = hands[side] { return hand[5] - hand[17] }
        return on(side, .leftIndex) - on(side, .leftPinky)
    }

    func footDirection(_ side: Joint.Side) -> Vector { on(side, .leftFootIndex) - on(side, .leftHeel) }
}
