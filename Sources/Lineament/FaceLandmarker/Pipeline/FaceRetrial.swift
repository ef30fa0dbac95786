// SPDX-License-Identifier: Apache-2.0

/// Looks again, in other regions, for the landmarks of a detected face if they fail or are doubtful; only with the range
/// `auto`.
///
/// A face whose first landmarks are beyond doubt costs nothing. Otherwise a face costs about six further inferences, and one
/// that stays without landmarks at most 21.
struct FaceRetrial: Sendable {
    /// The width of a face, in pixels, below which no other region shows more.
    private static let minWidth: Float = 16

    /// Returns the landmarks of a face; `nil` if no region shows any.
    /// - Parameters:
    ///   - trial: The face.
    ///   - first: What the landmark model predicts in the face's own region.
    ///   - minPresence: The presence score that a face must exceed.
    func prediction(
        of trial: FaceTrial, first: FaceLandmarkModel.Prediction, minPresence: Float
    ) throws -> FaceLandmarkModel.Prediction? {
        let known = first.presence > minPresence ? first : nil
        guard trial.width >= Self.minWidth else { return known }
        if UprightFaceSearch.isNeeded(for: trial, first: first),
            let upright = try UprightFaceSearch.prediction(of: trial, first: first), upright.presence > minPresence
        {
            // Landmarks that are turned the same way remain those of the face's own region, as MediaPipe computes them.
            guard let known, !known.isTurned(from: upright, in: trial.pixels.size) else { return upright }
            return known
        }
        if let known { return known }
        let found = try CutFaceSearch.prediction(of: trial, first: first) ?? SqueezedFaceSearch.prediction(of: trial)
        return found.flatMap { $0.presence > minPresence ? $0 : nil }
    }
}

extension FaceLandmarkModel.Prediction {
    /// The difference of angles, 15 degrees in radians, from which two faces are not turned alike.
    private static let maxMisrotation: Float = 0.26

    fileprivate func isTurned(from other: Self, in size: ImageSize) -> Bool {
        let rotations = [self, other].map { FaceRegion.around($0.landmarks, in: size).rotation }
        return abs(RegionRotation.difference(rotations[0], rotations[1])) > Self.maxMisrotation
    }
}
