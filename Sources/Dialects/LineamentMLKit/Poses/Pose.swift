// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A detected person.
public final class Pose: Sendable {
    /// The 33 landmarks, in the order of ``PoseLandmarkType``.
    public let landmarks: [PoseLandmark]

    /// Returns the landmark of a type. Every pose has all of them.
    public func landmark(ofType type: PoseLandmarkType) -> PoseLandmark {
        landmarks[PoseLandmarkType.allCases.firstIndex(of: type) ?? 0]
    }

    init(_ pose: PoseLandmarkerResult.Pose, in image: UprightImage, isDisplayed: Bool) {
        let size = SIMD2(Float(image.width), Float(image.height))
        landmarks = zip(PoseLandmarkType.allCases, pose.landmarks).map { type, landmark in
            let point = SIMD2(landmark.x, landmark.y) * size
            return PoseLandmark(
                type: type,
                position: Vision3DPoint(isDisplayed ? point : image.stored(point), z: landmark.z * size.x),
                inFrameLikelihood: landmark.presenceValue ?? 0)
        }
    }
}
