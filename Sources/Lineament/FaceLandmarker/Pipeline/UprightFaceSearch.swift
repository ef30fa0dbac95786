// SPDX-License-Identifier: Apache-2.0

/// Finds out which way is up in a detected face.
///
/// MediaPipe's detector also detects faces that are upside down, but places their keypoints as if they were upright, and
/// the landmark model may follow it. So the face is looked at upside down and, where neither shows strong landmarks, in
/// other directions, and the strongest landmarks count (`make evaluate-turned`).
enum UprightFaceSearch {
    /// The detection score from which landmarks are only doubted if they are weak.
    private static let certainScore: Float = 0.87
    /// The width of a face, in pixels, below which landmarks are as strong upside down; by ``certainScore``.
    private static let minWidth: (certain: Float, uncertain: Float) = (28, 24)
    /// The logit from which landmarks are not doubted. In drawn crowds, 91 of 92 faces that are upside down and certainly
    /// detected have less, and one in six upright ones; of uncertain detections, half of those that are right have more.
    private static let certainLogit: (certain: Float, uncertain: Float) = (12, 20)
    /// The angle between landmarks and keypoints, 30 degrees in radians, from which one of them is wrong.
    private static let maxDisagreement: Float = 0.52
    /// The logit that turned landmarks must have. In photos of groups, the wrong way up, it reaches 5.4.
    private static let minLogit: Float = 8
    /// The logit from which no other direction is needed, by ``certainScore``. The wrong way up, single faces that are turned by 120
    /// degrees reach 19.4.
    private static let sufficientLogit: (certain: Float, uncertain: Float) = (14, 20)
    /// The logit below which landmarks are not followed. Those of a half turn may be poor and yet lead to the face, as the
    /// region of a face that is upside down has its chin in the middle.
    private static let hopelessLogit: (halfTurn: Float, other: Float) = (-16, -8)

    /// Returns whether the face may be turned another way than its keypoints say.
    static func isNeeded(for trial: FaceTrial) -> Bool {
        let first = trial.first
        guard trial.detection.score < certainScore else {
            return trial.width >= minWidth.certain && first.logit < certainLogit.certain
        }
        guard trial.width >= minWidth.uncertain else { return false }
        let rotation = FaceRegion.around(first.landmarks, in: trial.pixels.size).rotation
        return first.logit < certainLogit.uncertain
            || abs(RegionRotation.difference(rotation, trial.region.rotation)) > maxDisagreement
    }

    /// Returns the strongest landmarks in the face's own direction and upside down, if these do not suffice in quarter turns,
    /// too, and if all are weak and the detection is uncertain, in the angles between; `nil` if all are weak.
    static func prediction(of trial: inout FaceTrial) throws -> FaceLandmarkModel.Prediction? {
        var found = [
            try followed(trial.first, in: &trial),
            try prediction(of: &trial, turnedBy: .pi, hopelessLogit: hopelessLogit.halfTurn),
        ]
        var strongest: FaceLandmarkModel.Prediction? { found.compactMap(\.self).max { $0.logit < $1.logit } }
        func look(inSteps steps: [Float]) throws {
            for angle in steps { found.append(try prediction(of: &trial, turnedBy: angle)) }
        }
        let isCertain = trial.detection.score >= certainScore
        let sufficient = isCertain ? sufficientLogit.certain : sufficientLogit.uncertain
        if !isStrong(strongest, logit: sufficient) { try look(inSteps: [.pi / 2, -.pi / 2]) }
        if !isStrong(strongest), !isCertain {
            try look(inSteps: QuarterTurn.allCases.map { $0.angle + .pi / 4 })
        }
        return isStrong(strongest) ? strongest : nil
    }

    private static func prediction(
        of trial: inout FaceTrial, turnedBy angle: Float, hopelessLogit: Float = Self.hopelessLogit.other
    ) throws -> FaceLandmarkModel.Prediction? {
        var region = trial.region
        region.rotation += angle
        return try followed(
            trial.prediction(in: region, border: .replicate), in: &trial, hopelessLogit: hopelessLogit)
    }

    /// Returns landmarks corrected by a second look around them, as those of a region that is turned by up to 45 degrees are
    /// poor.
    private static func followed(
        _ prediction: FaceLandmarkModel.Prediction?, in trial: inout FaceTrial,
        hopelessLogit: Float = Self.hopelessLogit.other
    ) throws -> FaceLandmarkModel.Prediction? {
        guard let prediction, prediction.logit > hopelessLogit else { return prediction }
        return try trial.followed(prediction, border: .replicate)
    }

    private static func isStrong(_ prediction: FaceLandmarkModel.Prediction?, logit: Float = Self.minLogit) -> Bool {
        prediction.map { $0.logit >= logit } ?? false
    }
}
