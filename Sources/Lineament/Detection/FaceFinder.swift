internal import Foundation
internal import LiteRT

/// Finds faces with one of the two BlazeFace models.
struct FaceFinder: Sendable {
    static let keypointCount = 6
    private static let valuesPerAnchor = 4 + 2 * keypointCount

    let model: ImageModel
    private let anchors: AnchorGrid

    init(_ model: Model, threads: ThreadPlan) throws {
        let grids = [AnchorGrid.shortRangeFace, .fullRangeFace]
        let counts = Set(grids.map(\.centers.count))
        self.model = try ImageModel(
            model, outputSizes: [Set(counts.map { $0 * Self.valuesPerAnchor }), counts], threads: threads)
        // MediaPipe, too, tells the models apart by their width.
        anchors = self.model.image.width == 128 ? .shortRangeFace : .fullRangeFace
        let rows = try self.model.pool.withModel { $0.outputs[1].elements.count }
        guard rows == anchors.centers.count else {
            throw LineamentError(
                .invalidArgument, "\(model.name) is no face detector of a known kind: it has \(rows) rows.")
        }
    }

    /// Faces in `region` of the picture, best first, in fractions of the picture.
    /// - Parameters:
    ///   - minScore: candidates below it are dropped.
    ///   - suppression: candidates that overlap by more than this become one.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, suppression: Float
    ) throws -> [Candidate] {
        let size = pixels.size
        let aspect = Float(model.image.height) / Float(model.image.width)
        let padded = region.region(in: size).padded(toAspect: aspect)
        let candidates = try model.run(on: pixels, region: padded, border: .zero) { outputs in
            decode(boxes: outputs[0].elements, logits: outputs[1].elements, minScore: minScore)
        }
        let projection = Projection(from: padded, to: size)
        return (candidates ?? []).mergingOverlaps(above: suppression).map { $0.projected(by: projection) }
    }

    private func decode(
        boxes: UnsafeMutableBufferPointer<Float>, logits: UnsafeMutableBufferPointer<Float>, minScore: Float
    ) -> [Candidate] {
        let side = Float(model.image.width)
        var candidates: [Candidate] = []
        for (index, anchor) in anchors.centers.enumerated() {
            let score = sigmoid(max(-100, min(100, logits[index])))
            guard score >= minScore else { continue }
            let row = boxes[(index * Self.valuesPerAnchor)..<((index + 1) * Self.valuesPerAnchor)]
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
}

/// The logistic function in float32, its exponential exact to the last bit.
func sigmoid(_ value: Float) -> Float { 1 / (1 + Float(exp(-Double(value)))) }
