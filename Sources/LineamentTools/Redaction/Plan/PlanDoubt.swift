// SPDX-License-Identifier: Apache-2.0

/// A place to check before a plan is rendered.
public struct PlanDoubt: Sendable, Hashable {
    /// Why.
    public enum Kind: String, Sendable, CaseIterable {
        /// A track ends, and later a face is found near its end: the head may have been turned away or hidden meanwhile.
        case away
        /// A track ends inside of the image although its scene goes on.
        case ends
        /// A face was found in the finished copy.
        case verified
        /// A track begins inside of the image although its scene was there before.
        case begins
        /// The score is below 0.5.
        case weak
        /// The face was not found, but shortly before and after.
        case bridged
        /// A face enters or leaves at a border.
        case border
        /// A track begins where another one ended, and may be of the same person: it is not certain that no other has
        /// taken the place.
        case same
        /// Bodies are covered, and none was found at a face.
        case bodiless
        /// No person was found in the whole image or video.
        case nobody
        /// A scene begins.
        case cut
    }

    /// Why.
    public var kind: Kind
    /// The track; `nil` for a scene.
    public var track: Int?
    /// The track that ended, with `same`.
    public var previous: Int?
    /// When, in milliseconds; `nil` in images.
    public var from: Int?
    /// Until when, in milliseconds; `nil` in images.
    public var to: Int?
    /// How much the place is worth a look, 0 to 1.
    public var weight: Double

    /// Creates a doubt.
    public init(
        _ kind: Kind, track: Int?, after previous: Int? = nil, from: Int? = nil, to: Int? = nil, weight: Double
    ) {
        self.kind = kind
        self.track = track
        self.previous = previous
        self.from = from
        self.to = to
        self.weight = weight
    }
}
