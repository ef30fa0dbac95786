// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The pose landmark model: predicts 33 landmarks, in the image and in meters, in the region of a person, and on
/// request a mask.
///
/// The region comes from ``PoseRegion``, either of a detection or of the previous frame.
struct PoseLandmarkModel: Sendable {
    /// The number of landmarks that the model outputs: 33 of the body, 2 that determine the next region, and 4 that are
    /// unused.
    private static let rawCount = 39
    /// The values per landmark: x, y and z in pixels of the input, and the logits of visibility and presence.
    private static let valuesPerLandmark = 5
    /// The indices of the landmarks that determine the next region.
    private enum Auxiliary { static let center = 33, scale = 34 }
    /// The positions of the model's outputs.
    private enum Output { static let landmarks = 0, presence = 1, mask = 2, heatmap = 3, world = 4 }

    let model: ImageModel
    private let hasMask: Bool
    private let heatmapSide: Int
    private let style: GraphStyle

    /// Compiles the model.
    /// - Parameters:
    ///   - model: The model.
    ///   - hasMask: Whether to compute the mask, which takes a third of the model's time.
    ///   - threading: The threads that the model may use.
    ///   - style: Whose numbers to reproduce.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is not a pose landmark model.
    init(_ model: Model, hasMask: Bool, threading: Threading, style: GraphStyle) throws {
        self.style = style
        // The mask comes last, so that the positions of the other outputs do not depend on it.
        let always: [Int] = [Output.landmarks, Output.presence, Output.heatmap, Output.world]
        let wanted = always + (hasMask ? [Output.mask] : [])
        let heatmap = model.outputs.count > Output.world ? model.outputs[Output.heatmap].shape : []
        guard heatmap.count == 4, heatmap[1] > 0, heatmap[1] == heatmap[2], heatmap[3] == Self.rawCount else {
            throw LineamentError(
                .invalidArgument, "\(model.name) is not a pose landmark model: it has no heatmap. Check modelAssetPath."
            )
        }
        // The mask is square, too, and read as such.
        let sides = model.inputs.first.map { $0.shape.dropFirst().prefix(2) } ?? []
        guard sides.first == sides.last else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is not a pose landmark model: its input is not square. Check modelAssetPath.")
        }
        heatmapSide = heatmap[1]
        self.hasMask = hasMask
        let maskSize = sides.reduce(1, *)
        self.model = try ImageModel(
            model, keptOutputs: wanted,
            outputSizes: [
                [Self.rawCount * Self.valuesPerLandmark], [1], [heatmapSide * heatmapSide * Self.rawCount],
                [Self.rawCount * 3], [maskSize],
            ].dropLast(hasMask ? 0 : 1), threading: threading, style: style)
    }

    /// Predicts the landmarks of the person in a region.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - rect: The region, in fractions of the image.
    ///   - minPresence: The presence score that the model must exceed.
    ///   - usesAllThreads: Whether this inference may use all threads.
    /// - Returns: `nil` if the model sees no person, or the region has no area.
    func predict(_ pixels: PixelBuffer, in rect: RotatedRect, minPresence: Float, usesAllThreads: Bool) throws
        -> DetectedPose?
    {
        let shown = ShownRegion(rect, in: pixels.size, of: model.input, style: style)
        let pose: DetectedPose?? = try model.run(
            on: pixels, region: shown.region, border: .replicate, usesAllThreads: usesAllThreads
        ) { outputs in
            let presence = outputs[1].withElements { $0[0] }
            guard presence > minPresence else { return nil }
            return Tensor.withElements(outputs) { elements in
                self.pose(
                    Outputs(
                        landmarks: elements[0],
                        heatmap: HeatmapRefinement(
                            side: heatmapSide, maps: Self.rawCount, logits: elements[2], style: style),
                        world: elements[3], mask: hasMask ? elements[4] : nil, shown: shown),
                    rect: rect, size: pixels.size)
            }
        }
        return pose ?? nil
    }

    private struct Outputs {
        let landmarks: UnsafeMutableBufferPointer<Float>
        let heatmap: HeatmapRefinement
        let world: UnsafeMutableBufferPointer<Float>
        let mask: UnsafeMutableBufferPointer<Float>?
        let shown: ShownRegion

        func landmark(_ index: Int, side: Float) -> SIMD3<Float> {
            let at = index * PoseLandmarkModel.valuesPerLandmark
            let raw = SIMD3(landmarks[at], landmarks[at + 1], landmarks[at + 2]) / side
            let refined = heatmap.refined(SIMD2(raw.x, raw.y), map: index)
            return shown.removingBars(from: SIMD3(refined.x, refined.y, raw.z))
        }
    }

    private func pose(_ outputs: Outputs, rect: RotatedRect, size: ImageSize) -> DetectedPose {
        let side = Float(model.input.width)
        let turn = RegionTurn(rect, style: style)
        let auxiliary = [Auxiliary.center, Auxiliary.scale].map { turn.placed(outputs.landmark($0, side: side)) }
        let all = 0..<DetectedPose.landmarkCount
        func probability(_ index: Int, _ offset: Int) -> Float {
            sigmoid(outputs.landmarks[index * Self.valuesPerLandmark + offset], style: style)
        }
        return DetectedPose(
            landmarks: all.map { turn.placed(outputs.landmark($0, side: side)) },
            world: all.map { index in
                turn.turned(
                    SIMD3(outputs.world[3 * index], outputs.world[3 * index + 1], outputs.world[3 * index + 2]))
            },
            visibility: all.map { probability($0, 3) }, presence: all.map { probability($0, 4) },
            regionPoints: auxiliary,
            nextRegion: PoseRegion.around(center: auxiliary[0].xy, scale: auxiliary[1].xy, in: size, style: style),
            region: rect,
            mask: outputs.mask.map { logits in
                RegionMask(side: model.input.width, logits: logits)
            })
    }
}
