// SPDX-License-Identifier: Apache-2.0

/// How a value of a recording is known.
public enum Knowledge: UInt8, Sendable, Hashable, CaseIterable {
    /// There is no value.
    case missing
    /// The model reported it, and says that the point is in the image and not hidden.
    case seen
    /// It was computed from values before and after, because there was none or because it was an outlier.
    case bridged
    /// The model reported it, but gives the point a visibility below ``guessedBelow``: hidden, or outside the image.
    case guessed

    /// The visibility below which a point counts as guessed. MediaPipe's drawings leave such points out.
    public static let guessedBelow: Float = 0.5

    /// The name in tables.
    public var name: String {
        switch self {
        case .missing: "missing"
        case .seen: "seen"
        case .bridged: "bridged"
        case .guessed: "guessed"
        }
    }
}
