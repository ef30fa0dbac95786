internal import Foundation
internal import LiteRT

/// A detector of the BlazeFace family: for each anchor a box, keypoints and a score.
struct AnchoredDetector: Sendable {
    let model: ImageModel
    let anchors: AnchorGrid
    private let valuesPerAnchor: Int

    /// - Parameter grids: the grids that a model of this kind may have, told apart by their number of anchors.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model has other outputs.
    init(_ model: Model, keypointCount: Int, grids: [AnchorGrid], threads: ThreadPlan) throws {
        let valuesPerAnchor = 4 + 2 * keypointCount
        let counts = Set(grids.map(\.centers.count))
        self.model = try ImageModel(
            model, outputSizes: [Set(counts.map { $0 * valuesPerAnchor }), counts], threads: threads)
        let rows = try self.model.pool.withModel { $0.outputs[1].elements.count }
        guard let anchors = grids.first(where: { $0.centers.count == rows }) else {
            throw LineamentError(
                .invalidArgument, "\(model.name) is no detector of a known kind: it has \(rows) rows.")
        }
        self.anchors = anchors
        self.valuesPerAnchor = valuesPerAnchor
    }

    /// The region grown about its centre to the shape of the model's input.
    func padded(_ region: PixelRegion) -> PixelRegion {
        region.padded(toAspect: Float(model.image.height) / Float(model.image.width))
    }

    /// What is found in a region, in fractions of the region, several for one object.
    /// - Parameters:
    ///   - minScore: candidates below it are dropped.
    ///   - isAlone: whether no other region is worked on meanwhile.
    func candidates(
        in pixels: PixelBuffer, region: PixelRegion, minScore: Float, isAlone: Bool = true
    ) throws -> [Candidate] {
        try model.run(on: pixels, region: region, border: .zero, isAlone: isAlone) { outputs in
            decode(boxes: outputs[0].elements, logits: outputs[1].elements, minScore: minScore)
        } ?? []
    }

    private func decode(
        boxes: UnsafeMutableBufferPointer<Float>, logits: UnsafeMutableBufferPointer<Float>, minScore: Float
    ) -> [Candidate] {
        let side = Float(model.image.width)
        let leastLogit = Self.leastLogit(of: minScore)
        var candidates: [Candidate] = []
        for (index, anchor) in anchors.centers.enumerated() where logits[index] >= leastLogit {
            let score = sigmoid(max(-100, min(100, logits[index])))
            guard score >= minScore else { continue }
            let row = boxes[(index * valuesPerAnchor)..<((index + 1) * valuesPerAnchor)]
            let pairs = stride(from: row.startIndex, to: row.endIndex, by: 2).map {
                SIMD2(row[$0], row[$0 + 1]) / side
            }
            let center = pairs[0] + anchor
            let box = Box(minimum: center - pairs[1] / 2, maximum: center + pairs[1] / 2)
            guard box.size.x >= 0, box.size.y >= 0 else { continue }
            candidates.append(Candidate(box: box, score: score, keypoints: pairs[2...].map { $0 + anchor }))
        }
        return candidates
    }

    /// Logits below this cannot reach the score, whatever the rounding: it spares nearly all anchors the exponential.
    private static func leastLogit(of score: Float) -> Float {
        guard score > 0 else { return -.infinity }
        let reachable = Double(min(score, 0.999_999))
        return Float(log(reachable / (1 - reachable)) - 0.01)
    }

    /// Reads the outputs as the last run left them, for timing.
    func decodeOnly(minScore: Float) throws -> [Candidate] {
        try model.pool.withModel {
            decode(boxes: $0.outputs[0].elements, logits: $0.outputs[1].elements, minScore: minScore)
        }
    }
}

/// The logistic function in float32, its exponential exact to the last bit.
func sigmoid(_ value: Float) -> Float { 1 / (1 + Float(exp(-Double(value)))) }
