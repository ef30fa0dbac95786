// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A keypoint of a detection.
public struct NormalizedKeypoint: Sendable, Hashable {
    /// The position in fractions of the image as stored, from its upper left corner; not clamped to 0...1.
    public let location: CGPoint
    /// The name of the keypoint; `nil` if the model does not provide one.
    public let label: String?
    /// The score of the keypoint; 0 if the model does not provide one.
    public let score: Float

    /// Creates a keypoint from its parts.
    public init(location: CGPoint, label: String?, score: Float) {
        self.location = location
        self.label = label
        self.score = score
    }

    /// Returns the position in pixels of an image of `size`, from its upper left corner.
    public func position(in size: CGSize) -> CGPoint {
        CGPoint(x: location.x * size.width, y: location.y * size.height)
    }
}
