// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import SwiftProtobuf

/// The canonical face that transformation matrices refer to: its vertices, and their weights in the pose fit.
///
/// It is read from the geometry metadata of a face landmarker bundle and used by ``HeadPoseSolver``.
struct CanonicalFace: Sendable {
    /// The number of vertices: the landmarks of the mesh without those of the irises.
    static let vertexCount = 468
    /// The floats per vertex in the metadata: x, y, z and two texture coordinates.
    private static let valuesPerVertex = 5

    /// The vertices, in centimeters: x to the subject's left, y up, z toward the viewer.
    let vertices: [SIMD3<Double>]
    /// The landmarks that take part in the fit, by index, with their weights.
    let weights: [(landmark: Int, weight: Double)]

    /// Reads the geometry metadata of a face landmarker bundle.
    /// - Throws: ``LineamentError`` if the metadata is corrupt or describes a mesh of another layout.
    init(serialized bytes: [UInt8], name: String) throws {
        let metadata: Lineament_FaceGeometryMetadata
        do {
            metadata = try Lineament_FaceGeometryMetadata(serializedBytes: bytes)
        } catch {
            throw LineamentError(
                .dataLoss, "\(name) is damaged: it holds no face geometry metadata.", underlyingError: error)
        }
        let values = metadata.canonicalMesh.vertexBuffer
        guard values.count == Self.vertexCount * Self.valuesPerVertex,
            !metadata.procrustesBasis.isEmpty,
            metadata.procrustesBasis.allSatisfy({ $0.landmark < UInt32(Self.vertexCount) && $0.weight >= 0 })
        else {
            throw LineamentError(.invalidArgument, "\(name) describes an unsupported face mesh.")
        }
        vertices = stride(from: 0, to: values.count, by: Self.valuesPerVertex).map {
            SIMD3<Double>(SIMD3<Float>(values[$0], values[$0 + 1], values[$0 + 2]))
        }
        weights = metadata.procrustesBasis.map { (Int($0.landmark), Double($0.weight)) }
    }
}
