// SPDX-License-Identifier: Apache-2.0

/// The corner of the image at which (0, 0) lies.
public enum CoordinateOrigin: Sendable, Hashable, Codable {
    /// The lower left corner; y increases upward.
    case lowerLeft
    /// The upper left corner; y increases downward.
    case upperLeft
}
