public import Foundation

/// A landmark in fractions of the image.
///
/// Two landmarks are equal if x, y and z agree within 1e-6, as in MediaPipe; visibility and presence do not count.
public struct NormalizedLandmark: Sendable {
    /// 0 at the left edge of the image as stored, 1 at the right; outside that range for points beyond the image.
    public let x: Float
    /// 0 at the top edge, 1 at the bottom.
    public let y: Float
    /// Depth on the scale of `x`; smaller is nearer to the camera.
    public let z: Float

    let visibilityValue: Float?
    let presenceValue: Float?

    /// The probability that the point is not hidden, 0 to 1; nil for face landmarks.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// The probability that the point lies inside the image, 0 to 1; nil for face landmarks.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

    /// A landmark from its coordinates.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.init(
            x: x, y: y, z: z, visibilityValue: visibility?.floatValue, presenceValue: presence?.floatValue)
    }

    init(x: Float, y: Float, z: Float, visibilityValue: Float? = nil, presenceValue: Float? = nil) {
        self.x = x
        self.y = y
        self.z = z
        self.visibilityValue = visibilityValue
        self.presenceValue = presenceValue
    }

    /// The position in pixels of an image of `size`, from its upper left corner.
    public func position(in size: CGSize) -> CGPoint {
        CGPoint(x: CGFloat(x) * size.width, y: CGFloat(y) * size.height)
    }
}

/// A landmark in metres.
///
/// For a body the origin is the middle of the hips and the axes are those of the image as stored: x to the right, y
/// down, smaller z nearer to the camera. Equality is that of ``NormalizedLandmark``.
public struct Landmark: Sendable {
    /// Metres to the right of the origin.
    public let x: Float
    /// Metres below the origin.
    public let y: Float
    /// Metres behind the origin; negative towards the camera.
    public let z: Float

    let visibilityValue: Float?
    let presenceValue: Float?

    /// The probability that the point is not hidden, 0 to 1.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// The probability that the point lies inside the image, 0 to 1.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

    /// A landmark from its coordinates in metres.
    public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
        self.init(
            x: x, y: y, z: z, visibilityValue: visibility?.floatValue, presenceValue: presence?.floatValue)
    }

    init(x: Float, y: Float, z: Float, visibilityValue: Float?, presenceValue: Float?) {
        self.x = x
        self.y = y
        self.z = z
        self.visibilityValue = visibilityValue
        self.presenceValue = presenceValue
    }
}

/// What both kinds of landmark have, so that equality, text and JSON are written once.
protocol LandmarkCoordinates {
    var x: Float { get }
    var y: Float { get }
    var z: Float { get }
    var visibilityValue: Float? { get }
    var presenceValue: Float? { get }

    init(x: Float, y: Float, z: Float, visibilityValue: Float?, presenceValue: Float?)
}

extension LandmarkCoordinates {
    fileprivate func agrees(with other: Self) -> Bool {
        let tolerance: Float = 1e-6
        return abs(x - other.x) < tolerance && abs(y - other.y) < tolerance && abs(z - other.z) < tolerance
    }

    func write(to json: inout some JSONWriting) {
        json.object { json in
            json.member("x", x)
            json.member("y", y)
            json.member("z", z)
            if let visibilityValue { json.member("visibility", visibilityValue) }
            if let presenceValue { json.member("presence", presenceValue) }
        }
    }
}

extension NormalizedLandmark: LandmarkCoordinates, Hashable, CustomStringConvertible {
    /// Whether x, y and z agree within 1e-6.
    public static func == (left: NormalizedLandmark, right: NormalizedLandmark) -> Bool { left.agrees(with: right) }

    /// Hashes nothing: landmarks that differ by less than 1e-6 are equal, so no coordinate may count.
    public func hash(into hasher: inout Hasher) {}

    /// "(x, y, z)".
    public var description: String { "(\(x), \(y), \(z))" }
}

extension Landmark: LandmarkCoordinates, Hashable, CustomStringConvertible {
    /// Whether x, y and z agree within 1e-6 metres.
    public static func == (left: Landmark, right: Landmark) -> Bool { left.agrees(with: right) }

    /// Hashes nothing: landmarks that differ by less than 1e-6 are equal, so no coordinate may count.
    public func hash(into hasher: inout Hasher) {}

    /// "(x, y, z) m".
    public var description: String { "(\(x), \(y), \(z)) m" }
}

extension NormalizedLandmark: Codable {
    /// Reads the JSON of the command line.
    public init(from decoder: any Decoder) throws { self = try LandmarkJSON(from: decoder).landmark() }
    /// Writes the JSON of the command line.
    public func encode(to encoder: any Encoder) throws { try encoder.encode { write(to: &$0) } }
}

extension Landmark: Codable {
    /// Reads the JSON of the command line.
    public init(from decoder: any Decoder) throws { self = try LandmarkJSON(from: decoder).landmark() }
    /// Writes the JSON of the command line.
    public func encode(to encoder: any Encoder) throws { try encoder.encode { write(to: &$0) } }
}

private struct LandmarkJSON: Decodable {
    var x: Float
    var y: Float
    var z: Float
    var visibility: Float?
    var presence: Float?

    func landmark<Point: LandmarkCoordinates>() -> Point {
        Point(x: x, y: y, z: z, visibilityValue: visibility, presenceValue: presence)
    }
}
