// SPDX-License-Identifier: Apache-2.0
extension FaceDetector: OfferedTask {
    package static var summary: String { "Detects faces: a box, a score and six keypoints each." }
    package static var column: String { "faces" }
    package static var options: [TaskOption<FaceDetectorOptions>] { FaceDetectorOptions.table }

    /// Runs each model once.
    package func runModelsOnce() throws { _ = try faces(in: .gray()) }
}
