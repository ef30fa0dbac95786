// SPDX-License-Identifier: Apache-2.0

/// A result, or part of one, that can be mirrored from left to right.
protocol Flippable: Sendable {
    /// Returns the result for the flipped image. Left and right stay the subject's.
    /// - Parameter size: The size of the image, in pixels.
    func flipped(in size: ImageSize) throws -> Self
}
