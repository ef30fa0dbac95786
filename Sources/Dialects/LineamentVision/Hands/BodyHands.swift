// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The hands of a person.
struct BodyHands: Sendable {
    var left: DetectedHandPose?
    var right: DetectedHandPose?
}

extension [DetectedBody] {
    /// The largest distance of a hand from the wrist that it belongs to, in lengths of the forearm.
    private static var maxDistance: Float { 0.5 }

    /// Returns the hands of each body. A wrist has one hand and a hand one wrist, the nearest pairs first.
    func withHands(_ hands: [DetectedHandPose]) -> [BodyHands] {
        let arms: [(WritableKeyPath<BodyHands, DetectedHandPose?>, elbow: PoseLandmark, wrist: PoseLandmark)] = [
            (\.left, .leftElbow, .leftWrist), (\.right, .rightElbow, .rightWrist),
        ]
        let pairs = indices.flatMap { body in
            arms.flatMap { side, elbow, wrist in
                hands.indices.map { hand in
                    (body, side, hand, distance: self[body].distance(of: hands[hand], from: wrist, elbow: elbow))
                }
            }
        }
        var found = map { _ in BodyHands() }
        var used = Set<Int>()
        for (body, side, hand, distance) in pairs.sorted(by: { $0.distance < $1.distance })
        where distance < Self.maxDistance && found[body][keyPath: side] == nil && used.insert(hand).inserted {
            found[body][keyPath: side] = hands[hand]
        }
        return found
    }
}

extension DetectedBody {
    /// Returns the distance of a hand from a wrist, in lengths of the forearm or, if it is foreshortened, halves of the
    /// shoulders' width.
    fileprivate func distance(of hand: DetectedHandPose, from wrist: PoseLandmark, elbow: PoseLandmark) -> Float {
        func place(_ landmark: PoseLandmark) -> SIMD2<Float> { points[landmark.rawValue].xy * imageSize }
        let forearm = (place(wrist) - place(elbow)).length
        let shoulders = (place(.leftShoulder) - place(.rightShoulder)).length
        return (hand.points[HandLandmark.wrist.rawValue] * imageSize - place(wrist)).length
            / Swift.max(forearm, shoulders / 2)
    }
}
