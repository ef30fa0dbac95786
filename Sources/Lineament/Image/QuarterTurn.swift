/// Clockwise turns by 90 degrees.
package enum QuarterTurn: Int, Sendable {
    case none = 0
    case clockwise = 1
    case half = 2
    case counterclockwise = 3

    /// Whether width and height change places.
    package var swapsSides: Bool { self == .clockwise || self == .counterclockwise }
}
