// SPDX-License-Identifier: Apache-2.0
extension HolisticLandmarkerResult: Flippable {
    /// Returns the people in the flipped image. The models saw them without mirroring, so left and right are kept.
    func flipped(in size: ImageSize) throws -> HolisticLandmarkerResult {
        let people = try people.map { person in
            var flipped = person
            flipped.landmarks = PoseLandmarks(person.landmarks.map(\.flipped))
            flipped.worldLandmarks = PoseWorldLandmarks(person.worldLandmarks.map(\.flipped))
            flipped.face = person.face.map { FaceLandmarks($0.map(\.flipped)) }
            flipped.leftHand = person.leftHand?.flipped
            flipped.rightHand = person.rightHand?.flipped
            flipped.segmentationMask = try person.segmentationMask?.flipped()
            return flipped
        }
        return HolisticLandmarkerResult(
            people: people, hasBlendshapes: hasBlendshapes, timestampInMilliseconds: timestampInMilliseconds,
            isFrame: isFrame)
    }
}

extension HolisticLandmarkerResult.Person.Hand {
    fileprivate var flipped: Self {
        Self(
            landmarks: HandLandmarks(landmarks.map(\.flipped)),
            worldLandmarks: HandWorldLandmarks(worldLandmarks.map(\.flipped)))
    }
}
