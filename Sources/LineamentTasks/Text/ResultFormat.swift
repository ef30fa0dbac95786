// SPDX-License-Identifier: Apache-2.0

/// The format of results.
package enum ResultFormat: String, CaseIterable, Sendable {
    /// One line per image or frame and one per face or person, for people.
    case text
    /// One JSON object per image or frame, one per line.
    case json
    /// A header line, then one line per face or person, or one for an image or frame without any; a failed input has a
    /// line with its error.
    case csv
}
