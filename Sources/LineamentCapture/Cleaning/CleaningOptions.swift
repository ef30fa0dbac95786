// SPDX-License-Identifier: Apache-2.0

/// How a recording is cleaned; see ``Recording/cleaned(_:)``.
public struct CleaningOptions: Sendable, Hashable {
    /// People who are seen for less, in seconds, are left out: such tracks are mostly something else. Sports2D: 10
    /// frames, which is this at 30 frames a second.
    public var minimumDuration = 1.0 / 3
    /// The longest pause, in seconds, after which a person who was lost is still the one who appears in the same place.
    public var joinWithin = 1.0
    /// The test for outliers; `nil` for none.
    public var outliers: OutlierTest? = OutlierTest()
    /// The longest gap that is bridged, in seconds. Longer ones stay open: their movements are unknown. Arms and legs
    /// change direction about twice a second in sports, and a straight line over more than half of that is an
    /// invention.
    public var maximumGap = 0.25
    /// The smoothing of bodies. 6 Hz: Winter's and Sports2D's cutoff for human movement; more than 99 % of the power of
    /// walking is below it.
    public var body = SmoothingFilter.butterworth(cutoff: 6)
    /// The smoothing of hands. 8 Hz: fingers in signs and music are faster than arms.
    public var hands = SmoothingFilter.butterworth(cutoff: 8)
    /// The smoothing of faces, blendshapes and heads. 10 Hz: a blink lasts 100 to 400 ms, and must stay closed in
    /// between.
    public var face = SmoothingFilter.butterworth(cutoff: 10)
    /// Whether the bones of each body get the length that they have in the middle of the recording.
    public var keepsBoneLengths = false

    /// Creates options with the defaults.
    public init() {}

    /// No cleaning at all.
    public static var none: CleaningOptions {
        var options = CleaningOptions()
        options.minimumDuration = 0
        options.joinWithin = 0
        options.outliers = nil
        options.maximumGap = 0
        options.body = .none
        options.hands = .none
        options.face = .none
        return options
    }
}
