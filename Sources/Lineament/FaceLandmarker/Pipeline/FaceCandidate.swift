// SPDX-License-Identifier: Apache-2.0

/// A region in which the landmark model looks for a face, and the detection that it follows from.
struct FaceCandidate: Sendable {
    let region: RotatedRect
    /// The detection; `nil` for a face that is tracked from the last frame.
    let detection: RawDetection?
    /// Whether the face is looked for in other regions if there are no landmarks in this one, or doubtful ones.
    var isRetried: Bool

    /// Creates the candidate of a face that is tracked.
    init(tracked region: RotatedRect) {
        self.region = region
        detection = nil
        isRetried = false
    }

    /// Creates the candidate of a detected face.
    init(_ detection: RawDetection, in size: ImageSize, isRetried: Bool) {
        region = FaceRegion.around(detection, in: size)
        self.detection = detection
        self.isRetried = isRetried
    }
}
