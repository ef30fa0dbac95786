public import Foundation

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
    /// Sound.
    public static let audio = AVMediaType("soun")
    /// Text.
    public static let text = AVMediaType("text")
    /// Data about other media.
    public static let metadata = AVMediaType("meta")
}

/// Returns the largest rectangle with a given ratio of sides that fits into the middle of another.
/// - Parameters:
///   - aspectRatio: A size of which only the ratio counts.
///   - boundingRect: The rectangle to fit into.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    guard aspectRatio.width > 0, aspectRatio.height > 0 else { return boundingRect }
    let scale = min(boundingRect.width / aspectRatio.width, boundingRect.height / aspectRatio.height)
    let size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    return CGRect(
        x: boundingRect.midX - size.width / 2, y: boundingRect.midY - size.height / 2, width: size.width,
        height: size.height)
}
