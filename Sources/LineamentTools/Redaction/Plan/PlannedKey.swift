// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The place of a cover at one time.
public struct PlannedKey: Sendable, Hashable {
    /// The time in the video, in milliseconds; `nil` in images, and for the only key of a cover that does not move.
    public var milliseconds: Int?
    /// The rectangle, in pixels of the input as the plan has its size.
    public var rect: CGRect

    /// Creates a key.
    public init(_ rect: CGRect, milliseconds: Int? = nil) {
        self.rect = rect
        self.milliseconds = milliseconds
    }

    /// The largest time of a plan, in seconds; what is later counts as never ending.
    static let maxSeconds = 1e9

    /// Returns a time in milliseconds, as plans have it.
    static func milliseconds(of seconds: Double, _ rule: FloatingPointRoundingRule = .toNearestOrEven) -> Int {
        Int((max(-maxSeconds, min(maxSeconds, seconds)) * 1000).rounded(rule))
    }
}
