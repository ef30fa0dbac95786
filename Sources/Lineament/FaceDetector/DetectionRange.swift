// SPDX-License-Identifier: Apache-2.0

/// The sizes of the faces that a detector looks for.
public enum DetectionRange: String, Sendable, CaseIterable {
    /// Faces close to the camera that fill a good part of the image: MediaPipe's default model.
    case short
    /// Faces within a few meters of the camera: MediaPipe's full-range model.
    case full
    /// Faces of any size from eight pixels, hundreds of them, and rotated ones, at a cost that grows with the size of
    /// the image. A Lineament extension; see <doc:SmallFaces>.
    case auto
}
