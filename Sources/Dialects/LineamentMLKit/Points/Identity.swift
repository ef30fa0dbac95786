// SPDX-License-Identifier: Apache-2.0

// As with ML Kit, objects of a result are equal only to themselves. So they can be looked up in arrays and sets.

extension Face: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: Face, second: Face) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FaceLandmark: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: FaceLandmark, second: FaceLandmark) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FaceContour: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: FaceContour, second: FaceContour) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Pose: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: Pose, second: Pose) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PoseLandmark: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: PoseLandmark, second: PoseLandmark) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension VisionPoint: Hashable {
    /// Returns whether both are the same object.
    public static func == (first: VisionPoint, second: VisionPoint) -> Bool { first === second }

    /// Feeds the identity of the object into `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
