// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A box of another detector, such as one of number plates, that a redaction covers with the same care as faces.
public struct GivenBox: Sendable, Hashable {
    /// The frame in which something was found.
    public enum Moment: Sendable, Hashable {
        /// The frame that is shown at a time, and the nearest one, in seconds.
        case time(Double)
        /// The frame with a number, from 0.
        case frame(Int)
    }

    /// The zero of a time.
    public enum Clock: String, Sendable, CaseIterable {
        /// The first frame, as ``RedactionSession`` and OpenCV count.
        case start
        /// The zero of the container, as presentation timestamps of ffprobe and PyAV have it.
        case container
    }

    /// The box, in pixels of the upright image or frame.
    public var rect: CGRect
    /// The score, 0 to 1.
    public var score: Float
    /// The frame; `nil` in an image.
    public var moment: Moment?
    /// The zero of its time; `nil` for the one that the times of all boxes without a clock fit. If they fit both, and these differ,
    /// they are refused.
    public var clock: Clock?

    /// Creates a box.
    public init(_ rect: CGRect, score: Float = 1, moment: Moment? = nil, clock: Clock? = nil) {
        self.rect = rect
        self.score = score
        self.moment = moment
        self.clock = clock
    }
}
