// SPDX-License-Identifier: Apache-2.0
extension HandLandmarkerResult: Flippable {
    /// Returns the hands in the flipped image. The model saw them without mirroring, so the handedness is kept.
    func flipped(in size: ImageSize) -> HandLandmarkerResult {
        let hands = hands.map { hand in
            var flipped = hand
            flipped.landmarks = HandLandmarks(hand.landmarks.map(\.flipped))
            flipped.worldLandmarks = HandWorldLandmarks(hand.worldLandmarks.map(\.flipped))
            return flipped
        }
        return HandLandmarkerResult(hands: hands, timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}
