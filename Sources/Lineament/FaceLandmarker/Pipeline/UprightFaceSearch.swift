// SPDX-License-Identifier: Apache-2.0

/// Finds out which way is up in a detected face.
///
/// MediaPipe's detector also detects faces that are upside down, but places their keypoints as if they were upright, and
/// the landmark model may follow it. So the face is turned by quarter turns, and the strongest landmarks count. Of 2,160
/// single faces turned by steps of 30 degrees, 2,118 are right, and 1,685 at once (`make evaluate-turned`).
enum UprightFaceSearch {
    /// The detection score from which the keypoints' direction is not doubted. Of turned faces with wrong keypoints, 99 in
    /// 100 score less. Without it, hundreds of upright faces of crowds would be turned.
    private static let certainScore: Float = 0.87
    /// The logit from which landmarks are not doubted; half of those that are right have more.
    private static let certainLogit: Float = 20
    /// The angle between landmarks and keypoints, 30 degrees in radians, from which one of them is wrong.
    private static let maxDisagreement: Float = 0.52
    /// The width of a face, in pixels, below which landmarks are as strong upside down.
    private static let minWidth: Float = 24
    /// The logit that turned landmarks must have. In photos of groups, the wrong way up, it reaches 5.4.
    private static let minLogit: Float = 8
    /// The logit below which the face is not turned that way.
    private static let hopelessLogit: Float = -8

    /// Returns whether the face may be turned another way than its keypoints say.
    static func isNeeded(for trial: FaceTrial, first: FaceLandmarkModel.Prediction) -> Bool {
        guard trial.detection.score < certainScore, trial.width >= minWidth else { return false }
        let rotation = FaceRegion.around(first.landmarks, in: trial.pixels.size).rotation
        return first.logit < certainLogit
            || abs(RegionRotation.difference(rotation, trial.region.rotation)) > maxDisagreement
    }

    /// Returns the strongest landmarks in four quarter turns or, if these are weak, in the angles between; `nil` if all are
    /// weak.
    static func prediction(
        of trial: FaceTrial, first: FaceLandmarkModel.Prediction
    ) throws -> FaceLandmarkModel.Prediction? {
        let quarters = QuarterTurn.allCases.map(\.angle)
        var found =
            try [followed(first, in: trial)] + quarters.dropFirst().map { try prediction(of: trial, turnedBy: $0) }
        if !found.contains(where: { $0.map(isStrong) ?? false }) {
            found += try quarters.map { try prediction(of: trial, turnedBy: $0 + .pi / 4) }
        }
        return found.compactMap(\.self).filter(isStrong).max { $0.logit < $1.logit }
    }

    private static func prediction(
        of trial: FaceTrial, turnedBy angle: Float
    ) throws -> FaceLandmarkModel.Prediction? {
        var region = trial.region
        region.rotation += angle
        return try followed(trial.prediction(in: region, border: .replicate), in: trial)
    }

    /// Returns landmarks corrected by a second look around them, as those of a region that is turned by up to 45 degrees are
    /// poor.
    private static func followed(
        _ prediction: FaceLandmarkModel.Prediction?, in trial: FaceTrial
    ) throws -> FaceLandmarkModel.Prediction? {
        guard let prediction, prediction.logit > hopelessLogit else { return prediction }
        return try trial.followed(prediction, border: .replicate)
    }

    private static func isStrong(_ prediction: FaceLandmarkModel.Prediction) -> Bool { prediction.logit >= minLogit }
}
