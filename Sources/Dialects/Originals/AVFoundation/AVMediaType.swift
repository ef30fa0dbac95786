// SPDX-License-Identifier: Apache-2.0

/// A kind of media.
public struct AVMediaType: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a kind from its name.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// Images over time.
    public static let video = AVMediaType("vide")
    /// Audio.
    public static let audio = AVMediaType("soun")
    /// Text.
    public static let text = AVMediaType("text")
    /// Data about other media.
    public static let metadata = AVMediaType("meta")
}
