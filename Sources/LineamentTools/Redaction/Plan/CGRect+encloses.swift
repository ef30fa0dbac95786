// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension CGRect {
    /// Returns whether no edge of another rectangle is beyond this one's, edge by edge: Foundation's `contains` compares the
    /// union, whose size is rounded, so a rectangle may not contain its own copy.
    func encloses(_ other: CGRect, slack: Double = 0) -> Bool {
        other.minX >= minX - slack && other.minY >= minY - slack && other.maxX <= maxX + slack
            && other.maxY <= maxY + slack
    }
}
