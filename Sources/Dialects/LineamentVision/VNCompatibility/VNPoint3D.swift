// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(simd)
    public import simd
#endif

/// A point in space, as a transform.
public class VNPoint3D: NSObject, @unchecked Sendable {
    // @unchecked Sendable: it and its subclasses have only immutable state.

    private let columns: MatrixColumns

    /// The transform from the origin to the point, in meters; its last column is the place.
    public var position: simd_float4x4 { columns.matrix }

    /// Creates a point from its transform.
    public init(position: simd_float4x4) {
        columns = MatrixColumns(position)
        super.init()
    }

    /// Returns whether `object` is a point of the same class and position.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNPoint3D else { return false }
        return type(of: self) == type(of: other) && columns == other.columns
    }

    /// The hash value of the position.
    public override var hash: Int { columns.hashValue }
    /// The place in meters, as "(x, y, z) m".
    public override var description: String {
        let place = columns.translation
        return "(\(place.x), \(place.y), \(place.z)) m"
    }
}

/// A point in space that was recognized, such as a joint.
public class VNRecognizedPoint3D: VNPoint3D, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    /// The name of the point.
    public let identifier: VNRecognizedPointKey

    init(position: simd_float4x4, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(position: position)
    }

    /// Returns whether `object` is a point of the same name and position.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint3D)?.identifier == identifier
    }

    /// The name and the place.
    public override var description: String { "\(identifier.rawValue) \(super.description)" }
}

/// A joint of a body in space; see ``Joint3D``.
public final class VNHumanBodyRecognizedPoint3D: VNRecognizedPoint3D, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    private let joint: Joint3D
    /// The name of the parent joint; the root is its own parent.
    public let parentJoint: VNHumanBodyPose3DObservation.JointName
    /// The transform from the parent joint, in meters.
    public var localPosition: simd_float4x4 { joint.localPosition }

    init(_ joint: Joint3D, named name: HumanBodyPose3DObservation.JointName) {
        self.joint = joint
        parentJoint = VNHumanBodyPose3DObservation.JointName(name.parent)
        super.init(
            position: joint.position, identifier: VNHumanBodyPose3DObservation.JointName(name).rawValue)
    }
}
