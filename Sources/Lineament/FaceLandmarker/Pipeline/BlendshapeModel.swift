// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The blendshape model: scores 52 facial expressions from the landmarks of a face.
///
/// It runs after the landmark model and reads 146 of its 478 landmarks.
struct BlendshapeModel: Sendable {
    /// The compiled models.
    let pools: ModelPools

    init(_ model: Model, threading: Threading) throws {
        let inputCount = Self.inputLandmarks.count * 2
        // MediaPipe 1.2.3 has the runtime that does so by itself, from which up to 3.4e-6 follows for a score.
        // The CPU takes a tenth of a millisecond for it; LiteRT's accelerator computes it wrongly on NVIDIA's GPUs.
        pools = try ModelPools(model.takingContiguousMean() ?? model, threading: threading.onCPU)
        let sizes = try pools.wide.withModel { ($0.inputs.map(\.count), $0.outputs.map(\.count)) }
        guard sizes.0 == [inputCount], sizes.1.first == Blendshape.allCases.count else {
            throw LineamentError(.invalidArgument, "\(model.name) is not a supported blendshape model.")
        }
    }

    /// Returns the scores in the order of ``Blendshape/allCases``.
    /// - Parameters:
    ///   - landmarks: The 478 landmarks, in fractions of the image; the model receives x and y in pixels.
    ///   - size: The size of the image, in pixels.
    ///   - usesAllThreads: Whether this inference may use all threads.
    func scores(for landmarks: LandmarkSet, in size: ImageSize, usesAllThreads: Bool) throws -> [Float] {
        try pools.withModel(usesAllThreads: usesAllThreads) { compiled, _ in
            compiled.inputs[0].withElements { input in
                for (position, landmark) in Self.inputLandmarks.enumerated() {
                    input[2 * position] = landmarks[landmark].x * size.width
                    input[2 * position + 1] = landmarks[landmark].y * size.height
                }
            }
            try compiled.run()
            return compiled.outputs[0].withElements { Array($0.prefix(Blendshape.allCases.count)) }
        }
    }

    /// The landmarks that the model reads, by index among the 478 of a face, from MediaPipe's
    /// `face_blendshapes_graph.cc`.
    private static let inputLandmarks = [
        0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67,
        70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146,
        148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181,
        185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293,
        295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361,
        362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398,
        400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
    ]
}
