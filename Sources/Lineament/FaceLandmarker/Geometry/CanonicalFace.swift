internal import Foundation
internal import SwiftProtobuf

/// The face that transformation matrices refer to: vertices in centimetres, and how much each counts in a fit.
struct CanonicalFace: Sendable {
    static let vertexCount = 468
    private static let valuesPerVertex = 5

    let vertices: [SIMD3<Double>]
    /// Landmark indices and weights; landmarks not listed do not count.
    let weights: [(landmark: Int, weight: Double)]

    /// Reads the metadata member of a face landmarker bundle.
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
            throw LineamentError(.invalidArgument, "\(name) describes a face mesh of an unknown kind.")
        }
        vertices = stride(from: 0, to: values.count, by: Self.valuesPerVertex).map {
            SIMD3(Double(values[$0]), Double(values[$0 + 1]), Double(values[$0 + 2]))
        }
        weights = metadata.procrustesBasis.map { (Int($0.landmark), Double($0.weight)) }
    }
}
