// SPDX-License-Identifier: Apache-2.0

/// The faces that a ``FaceDetector`` detected in an image.
public final class FaceDetectorResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// The detections, best score first; empty if there are none.
    public let detections: [Detection]

    /// Creates a result from detections.
    /// - Parameters:
    ///   - detections: The detections.
    ///   - timestampInMilliseconds: The time of a frame.
    ///   - isFrame: Whether the image is a frame of a video; `nil` for a timestamp other than 0.
    public init(detections: [Detection], timestampInMilliseconds: Int, isFrame: Bool? = nil) {
        self.detections = detections
        super.init(
            timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame ?? (timestampInMilliseconds != 0))
    }
}

extension FaceDetectorResult: Hashable, CustomStringConvertible {}

extension FaceDetectorResult: SubjectResult {
    package var subjects: [Detection] { detections }
    package static var nouns: (one: String, several: String) { ("face", "faces") }
}
