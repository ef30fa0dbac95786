// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The place of a cover at one time.
public struct PlannedKey: Sendable, Hashable {
    /// The time in the video, in milliseconds; `nil` in images, and for the only key of a cover that does not move.
    public var milliseconds: Int?
    /// The rectangle, in pixels of the input as the plan has its size.
    public var rect: CGRect

    /// The part of the rectangle that is covered; `nil` for the whole shape of the cover. With a mask, a cover does not
    /// move until its next key.
    public var mask: PlannedMask?

    /// Creates a key.
    public init(_ rect: CGRect, milliseconds: Int? = nil, mask: PlannedMask? = nil) {
        self.rect = rect
        self.milliseconds = milliseconds
        self.mask = mask
    }

    /// The longest side of a plan and the largest distance from the origin, in pixels.
    static let maxLength = 4e6
    /// The largest time of a plan, in seconds; what is later counts as never ending.
    static let maxSeconds = 1e9

    /// Returns a time in milliseconds, as plans and reports have it.
    static func milliseconds(of seconds: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Int {
        Int((max(-maxSeconds, min(maxSeconds, seconds)) * 1000).rounded(rule))
    }
}

extension CGRect {
    /// The part of the rectangle that a plan can have. Images are never as large as the part left out.
    var forPlans: CGRect {
        let limit = PlannedKey.maxLength / 2
        func place(_ value: Double) -> Double { value.isNaN ? 0 : max(-limit, min(limit, value)) }
        // Plans have sides of a tenth of a pixel at least.
        func side(_ first: Double, _ last: Double) -> Double { max(0.1, place(last) - place(first)) }
        return CGRect(x: place(minX), y: place(minY), width: side(minX, maxX), height: side(minY, maxY))
    }
}
