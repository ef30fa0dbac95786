// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The landmark models of MediaPipe's `FaceMesh`: one with 468 landmarks, and one that refines lips and eyes and adds the
/// irises.
struct FaceMeshModel: Sendable {
    private static let meshCount = 468

    /// The landmarks of a face and the probability that the region shows one.
    struct Prediction: Sendable {
        var presence: Float
        var landmarks: LandmarkSet
    }

    let model: ImageModel
    private let isRefined: Bool

    /// Compiles a model.
    /// - Parameters:
    ///   - models: The models of solutions.
    ///   - isRefined: Whether it is the one with irises.
    init(_ models: SolutionModels, isRefined: Bool) throws {
        self.isRefined = isRefined
        let name = isRefined ? "face_landmark_with_attention" : "face_landmark"
        let parts: [Set<Int>] = isRefined ? FaceMeshRefinement.parts.map { [2 * $0.indices.count] } : []
        let source = try models.own(name)
        model = try mappingRuntimeErrors {
            try ImageModel(
                source, outputSizes: [[Self.meshCount * 3]] + parts + [[1]], threading: models.lightThreading,
                style: .solutions)
        }
    }

    /// Predicts the landmarks in a region.
    /// - Returns: `nil` if the region has no area.
    func predict(_ pixels: PixelBuffer, in rect: RotatedRect, usesAllThreads: Bool) throws -> Prediction? {
        let turn = RegionTurn(rect, style: .solutions)
        return try model.run(
            on: pixels, region: rect.region(in: pixels.size), border: .replicate, usesAllThreads: usesAllThreads
        ) { outputs in
            Tensor.withElements(outputs) { elements in
                var raw = self.mesh(elements[0])
                if isRefined { FaceMeshRefinement.refine(&raw, by: elements[1...].map(points)) }
                return Prediction(
                    presence: sigmoid(elements[elements.count - 1][0], style: .solutions),
                    landmarks: raw.map { turn.placed($0) })
            }
        }
    }

    private func mesh(_ values: UnsafeMutableBufferPointer<Float>) -> LandmarkSet {
        let width = Float(model.input.width)
        let height = Float(model.input.height)
        return (0..<Self.meshCount).map {
            SIMD3(values[3 * $0] / width, values[3 * $0 + 1] / height, values[3 * $0 + 2] / width)
        }
    }

    private func points(_ values: UnsafeMutableBufferPointer<Float>) -> [SIMD2<Float>] {
        let width = Float(model.input.width)
        let height = Float(model.input.height)
        return (0..<values.count / 2).map { SIMD2(values[2 * $0] / width, values[2 * $0 + 1] / height) }
    }
}
