// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT

/// An anchor-based detector of the BlazeFace family: its model outputs a box, keypoints and a score for each anchor.
///
/// Decoding follows MediaPipe's `tensors_to_detections_calculator.cc`. Detections are not yet suppressed here; see
/// `weightedNonMaxSuppression(iouThreshold:)`.
struct AnchorBasedDetector: Sendable {
    /// The model, with one output of box values and one of scores.
    let model: ImageModel
    /// The anchors that the model's box values are relative to.
    let anchors: AnchorGrid
    private let valuesPerAnchor: Int
    private let style: GraphStyle

    /// Compiles the model and selects the anchor grid that matches its outputs.
    /// - Parameters:
    ///   - model: The model.
    ///   - keypointCount: The number of keypoints of a detection.
    ///   - grids: The anchor grids that a model of this kind may have; they differ in their number of anchors.
    ///   - threading: The threads that the model may use.
    ///   - style: Whose scores to reproduce.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model's outputs fit none of the grids.
    init(
        _ model: Model, keypointCount: Int, grids: [AnchorGrid], threading: Threading, style: GraphStyle
    ) throws {
        self.style = style
        let valuesPerAnchor = 4 + 2 * keypointCount
        let counts = Set(grids.map(\.centers.count))
        self.model = try ImageModel(
            model, outputSizes: [Set(counts.map { $0 * valuesPerAnchor }), counts], threading: threading,
            style: style)
        let (values, rows) = try self.model.pools.wide.withModel { ($0.outputs[0].count, $0.outputs[1].count) }
        guard let anchors = grids.first(where: { $0.centers.count == rows }), values == rows * valuesPerAnchor else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is not a supported detector: it has \(values) box values and \(rows) scores.")
        }
        guard self.model.input.width == self.model.input.height else {
            throw LineamentError(
                .invalidArgument, "\(model.name) is not a supported detector: its input is not square.")
        }
        self.anchors = anchors
        self.valuesPerAnchor = valuesPerAnchor
    }

    /// Returns the region extended about its center to the aspect ratio of the model's input.
    func padded(_ region: PixelRegion) -> PixelRegion {
        region.padded(toAspect: Float(model.input.height) / Float(model.input.width))
    }

    /// Returns the detections in a region, in fractions of the region, with duplicates.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - region: The region to search, in pixels.
    ///   - minScore: The score below which detections are dropped.
    ///   - usesAllThreads: Whether this inference may use all threads.
    func detections(
        in pixels: PixelBuffer, region: PixelRegion, minScore: Float, usesAllThreads: Bool = true
    ) throws -> [RawDetection] {
        try model.run(on: pixels, region: region, border: .zero, usesAllThreads: usesAllThreads) { outputs in
            decode(outputs, minScore: minScore)
        } ?? []
    }

    /// Returns the detections in the outputs of an inference, in fractions of its region, with duplicates.
    func decode(_ outputs: [Tensor], minScore: Float) -> [RawDetection] {
        outputs[0].withElements { boxes in
            outputs[1].withElements { logits in decode(boxes: boxes, logits: logits, minScore: minScore) }
        }
    }

    private func decode(
        boxes: UnsafeMutableBufferPointer<Float>, logits: UnsafeMutableBufferPointer<Float>, minScore: Float
    ) -> [RawDetection] {
        let side = Float(model.input.width)
        let minLogit = Self.minLogit(of: minScore)
        var detections: [RawDetection] = []
        for (index, anchor) in anchors.centers.enumerated() where logits[index] >= minLogit {
            let score = sigmoid(max(-100, min(100, logits[index])), style: style)
            guard score >= minScore else { continue }
            let row = boxes[(index * valuesPerAnchor)..<((index + 1) * valuesPerAnchor)]
            let pairs = stride(from: row.startIndex, to: row.endIndex, by: 2).map {
                SIMD2(row[$0], row[$0 + 1]) / side
            }
            let center = pairs[0] + anchor
            let box = BoundingBox(minimum: center - pairs[1] / 2, maximum: center + pairs[1] / 2)
            guard box.size.x >= 0, box.size.y >= 0 else { continue }
            detections.append(RawDetection(box: box, score: score, keypoints: pairs[2...].map { $0 + anchor }))
        }
        return detections
    }

    /// Returns a logit that no detection with at least the given score falls below, regardless of rounding, so that
    /// nearly all anchors are rejected without computing the exponential.
    private static func minLogit(of score: Float) -> Float {
        guard score > 0 else { return -.infinity }
        let reachable = Double(min(score, 0.999_999))
        return Float(log(reachable / (1 - reachable)) - 0.01)
    }
}
