// SPDX-License-Identifier: Apache-2.0

/// The face and the hands of one person in one image, before the public result.
struct PersonParts: Sendable {
    var face: FaceLandmarkModel.Prediction?
    var leftHand: DetectedHand?
    var rightHand: DetectedHand?

    subscript(side: PersonRegion.Side) -> DetectedHand? {
        get { side == .left ? leftHand : rightHand }
        set { if side == .left { leftHand = newValue } else { rightHand = newValue } }
    }
}

/// One person detected in one image, before the public result.
struct DetectedPerson: Sendable {
    var body: DetectedPose
    var parts: PersonParts
    /// The scores of the blendshapes; `nil` if not requested or without a face.
    var blendshapes: [Float]?
    /// The mask the size of the image; `nil` if not requested.
    var mask: Mask?
}

extension HolisticLandmarkerResult.Person {
    /// Converts a detected person to the public type.
    init(_ person: DetectedPerson, trackID: Int?) {
        func hand(_ side: PersonRegion.Side) -> Hand? {
            person.parts[side].map { hand in
                Hand(
                    landmarks: HandLandmarks(hand.landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) }),
                    worldLandmarks: HandWorldLandmarks(hand.world.map { Landmark(x: $0.x, y: $0.y, z: $0.z) }))
            }
        }
        self.init(
            landmarks: PoseLandmarks(person.body.points(person.body.landmarks)),
            worldLandmarks: PoseWorldLandmarks(person.body.points(person.body.world)),
            face: person.parts.face.map { face in
                FaceLandmarks(face.landmarks.map { NormalizedLandmark(x: $0.x, y: $0.y, z: $0.z) })
            },
            blendshapes: person.blendshapes.map(BlendshapeScores.init), leftHand: hand(.left), rightHand: hand(.right),
            segmentationMask: person.mask, trackID: trackID)
    }
}
