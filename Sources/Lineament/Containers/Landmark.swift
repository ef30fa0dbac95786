public import Foundation

/// A landmark in fractions of the image.
public struct NormalizedLandmark: Sendable {
    /// 0 at the left edge of the image as stored, 1 at the right; beyond for points outside.
    public let x: Float
    /// 0 at the upper edge, 1 at the lower.
    public let y: Float
    /// Depth on the scale of `x`; smaller is nearer to the camera.
    public let z: Float

    let visibilityValue: Float?
    let presenceValue: Float?

    /// How likely the point is not hidden, 0 to 1; nil for face landmarks.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// How likely the point is inside the image, 0 to 1; nil for face landmarks.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

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

extension NormalizedLandmark: Equatable {
    /// Whether the positions agree within 1e-6, as in MediaPipe; visibility and presence do not count.
    public static func == (left: NormalizedLandmark, right: NormalizedLandmark) -> Bool {
        let tolerance: Float = 1e-6
        return abs(left.x - right.x) < tolerance && abs(left.y - right.y) < tolerance
            && abs(left.z - right.z) < tolerance
    }
}

/// A landmark in metres.
///
/// For a body the origin is the middle of the hips and the axes are those of the image as stored: x to the right, y
/// down, smaller z nearer to the camera.
public struct Landmark: Sendable {
    public let x: Float
    public let y: Float
    public let z: Float

    let visibilityValue: Float?
    let presenceValue: Float?

    /// How likely the point is not hidden, 0 to 1.
    public var visibility: NSNumber? { visibilityValue.map { NSNumber(value: $0) } }
    /// How likely the point is inside the image, 0 to 1.
    public var presence: NSNumber? { presenceValue.map { NSNumber(value: $0) } }

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

extension Landmark: Equatable {
    /// Whether the positions agree within 1e-6, as in MediaPipe; visibility and presence do not count.
    public static func == (left: Landmark, right: Landmark) -> Bool {
        let tolerance: Float = 1e-6
        return abs(left.x - right.x) < tolerance && abs(left.y - right.y) < tolerance
            && abs(left.z - right.z) < tolerance
    }
}
