// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A landmark in fractions of the image.
///
/// As in MediaPipe, two landmarks are equal if x, y and z each differ by less than 1e-6; visibility and presence are
/// not compared.
public struct NormalizedLandmark: Sendable {
    /// The horizontal position: 0 at the left edge of the image as stored, 1 at the right edge; outside that range for
    /// points beyond the image.
    public let x: Float
    /// The vertical position: 0 at the top edge of the image as stored, 1 at the bottom edge.
    public let y: Float
    /// The depth on the scale of `x`; smaller values are closer to the camera.
    public let z: Float

    package let visibilityValue: Float?
    package let presenceValue: Float?

    /// The probability that the landmark is in the image and not hidden, 0 to 1; `nil` for face landmarks.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// The probability that the landmark is inside the image, 0 to 1; `nil` for face landmarks.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

    /// Creates a landmark from its coordinates, in fractions of the image.
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

    /// Returns the position in pixels of an image of `size`, from its upper left corner.
    public func position(in size: CGSize) -> CGPoint {
        CGPoint(x: CGFloat(x) * size.width, y: CGFloat(y) * size.height)
    }
}

/// A landmark in meters.
///
/// For a body, the origin is the midpoint of the hips and the axes are those of the image as stored: x to the right, y
/// down, z away from the camera. Equality is defined as for ``NormalizedLandmark``.
public struct Landmark: Sendable {
    /// The position to the right of the origin, in meters.
    public let x: Float
    /// The position below the origin, in meters.
    public let y: Float
    /// The position behind the origin, in meters; negative toward the camera.
    public let z: Float

    package let visibilityValue: Float?
    package let presenceValue: Float?

    /// The probability that the landmark is in the image and not hidden, 0 to 1.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// The probability that the landmark is inside the image, 0 to 1.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

    /// Creates a landmark from its coordinates in meters.
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
}

/// The members common to both types of landmarks, over which equality and JSON are implemented once.
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

    /// Writes the landmark as JSON.
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
    /// Returns whether x, y and z each differ by less than 1e-6.
    public static func == (left: NormalizedLandmark, right: NormalizedLandmark) -> Bool { left.agrees(with: right) }

    /// Feeds nothing into the hasher: equality has a tolerance, so no coordinate can contribute to the hash.
    public func hash(into hasher: inout Hasher) {}

    /// The coordinates, as "(x, y, z)".
    public var description: String { "(\(x), \(y), \(z))" }
}

extension Landmark: LandmarkCoordinates, Hashable, CustomStringConvertible {
    /// Returns whether x, y and z each differ by less than 1e-6 meters.
    public static func == (left: Landmark, right: Landmark) -> Bool { left.agrees(with: right) }

    /// Feeds nothing into the hasher: equality has a tolerance, so no coordinate can contribute to the hash.
    public func hash(into hasher: inout Hasher) {}

    /// The coordinates and their unit, as "(x, y, z) m".
    public var description: String { "(\(x), \(y), \(z)) m" }
}

extension NormalizedLandmark: Codable {
    /// Decodes the JSON that the command line prints.
    public init(from decoder: any Decoder) throws { self = try LandmarkJSON(from: decoder).landmark() }
    /// Encodes the JSON that the command line prints.
    public func encode(to encoder: any Encoder) throws { try encoder.encode { write(to: &$0) } }
}

extension Landmark: Codable {
    /// Decodes the JSON that the command line prints.
    public init(from decoder: any Decoder) throws { self = try LandmarkJSON(from: decoder).landmark() }
    /// Encodes the JSON that the command line prints.
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
