// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension CGRect {
    /// Whether all edges are finite. Foundation's intersection traps on Linux if one is not a number.
    var isFinite: Bool { [minX, minY, maxX, maxY].allSatisfy(\.isFinite) }

    /// Returns the intersection over union of two boxes; 0 if one is not finite or has no area.
    func intersectionOverUnion(with other: CGRect) -> CGFloat {
        guard isFinite, other.isFinite else { return 0 }
        let shared = intersection(other)
        guard !shared.isNull, width > 0, height > 0 else { return 0 }
        let area = shared.width * shared.height
        return area / (width * height + other.width * other.height - area)
    }
}
