// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(simd)
    public import simd
#endif

/// A joint of a body in space.
public struct Joint3D: Sendable, Hashable, Codable {
    /// The name of the joint, which is the raw value of ``HumanBodyPose3DObservation/JointName``.
    public let identifier: String
    /// The name of the parent joint; the root is its own parent.
    public let parentJoint: String
    private let positionColumns: MatrixColumns
    private let localPositionColumns: MatrixColumns

    /// The transform from the body's root, in meters: x to the right of the image, y up, z toward the camera. Joints
    /// have a position but no rotation.
    public var position: simd_float4x4 { positionColumns.matrix }
    /// The transform from the parent joint, in meters, with the same axes.
    public var localPosition: simd_float4x4 { localPositionColumns.matrix }

    /// Creates a joint from its transforms and names. The third label is spelled as Apple spells it.
    public init(
        position: simd_float4x4, localPosition: simd_float4x4, identifer identifier: String, parentJoint: String
    ) {
        self.identifier = identifier
        self.parentJoint = parentJoint
        positionColumns = MatrixColumns(position)
        localPositionColumns = MatrixColumns(localPosition)
    }
}
