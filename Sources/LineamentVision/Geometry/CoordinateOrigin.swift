/// Where (0, 0) of image coordinates is.
public enum CoordinateOrigin: Sendable, Hashable, Codable {
    /// y grows upwards.
    case lowerLeft
    /// y grows downwards.
    case upperLeft
}
