// SPDX-License-Identifier: Apache-2.0

/// The faces that the landmark model found in the candidates of an image.
struct FaceFindings: Sendable {
    /// The faces with landmarks.
    private(set) var faces: [FaceLandmarkModel.Prediction]
    /// The detected faces without landmarks.
    private(set) var withoutLandmarks: [RawDetection]
    /// The number of faces that were detected or tracked.
    private(set) var count: Int
    /// The number of inferences in other regions than the faces' own; see ``FaceRetrial``.
    var furtherInferences = 0

    /// - Parameters:
    ///   - candidates: The candidates.
    ///   - predictions: The landmarks of each; `nil` where the model saw no face.
    init(_ candidates: [FaceCandidate], _ predictions: [FaceLandmarkModel.Prediction?]) {
        faces = predictions.compactMap(\.self)
        withoutLandmarks = zip(candidates, predictions).compactMap { $1 == nil ? $0.detection : nil }
        count = candidates.count
    }

    /// Returns the findings in which each face occurs once: of landmarks that coincide the strongest, in the place of the
    /// first, and no detection of a face that has landmarks.
    func distinct() -> FaceFindings {
        var distinct = self
        distinct.faces = faces.reduce(into: []) { kept, face in
            guard let same = kept.firstIndex(where: { $0.landmarks.isSameFace(as: face.landmarks) }) else {
                return kept.append(face)
            }
            if face.logit > kept[same].logit { kept[same] = face }
        }
        distinct.withoutLandmarks.removeAll { detection in
            distinct.faces.contains { $0.landmarks.bounds.isSameRefinedFace(as: detection.box) }
        }
        distinct.count -= faces.count - distinct.faces.count
        distinct.count -= withoutLandmarks.count - distinct.withoutLandmarks.count
        return distinct
    }
}
