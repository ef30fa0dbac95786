// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A box of another detector, such as one of number plates, that a redaction covers with the same care as faces.
public struct GivenBox: Sendable, Hashable {
    /// The frame in which something was found.
    public enum Moment: Sendable, Hashable {
        /// The frame nearest to a time in the video, in seconds.
        case time(Double)
        /// The frame with a number, from 0.
        case frame(Int)
    }

    /// The box, in pixels of the upright image or frame.
    public var rect: CGRect
    /// The score, 0 to 1.
    public var score: Float
    /// The frame; `nil` in an image.
    public var moment: Moment?

    /// Creates a box.
    public init(_ rect: CGRect, score: Float = 1, moment: Moment? = nil) {
        self.rect = rect
        self.score = score
        self.moment = moment
    }
}
