// SPDX-License-Identifier: Apache-2.0

/// Finds the landmarks of a face in an image that is squeezed or stretched to about half or twice its width, such as one
/// whose pixels are not square.
enum SqueezedFaceSearch {
    /// The factors of the region's sides, between which the ratio is 2.
    private static let factors: [(width: Float, height: Float)] = [
        (Float(2).squareRoot(), Float(0.5).squareRoot()), (Float(0.5).squareRoot(), Float(2).squareRoot()),
    ]
    /// The logit that the landmarks must have.
    private static let minLogit: Float = 8

    /// Returns the landmarks; `nil` if they are weak.
    static func prediction(of trial: inout FaceTrial) throws -> FaceLandmarkModel.Prediction? {
        try factors.compactMap { factor in
            var region = trial.region
            region.width *= factor.width
            region.height *= factor.height
            return try trial.prediction(in: region, border: .gray)
        }
        .filter { $0.logit >= minLogit }.max { $0.logit < $1.logit }
    }
}
