// SPDX-License-Identifier: Apache-2.0

/// Refines landmarks by the heatmaps that the pose model outputs for them.
///
/// Each landmark moves to the confidence-weighted mean of the cells around it, as in MediaPipe's
/// `refine_landmarks_from_heatmap_calculator.cc`.
struct HeatmapRefinement {
    /// The number of cells along each side of the heatmaps.
    let side: Int
    /// The number of heatmaps, one per landmark, which are interleaved in each cell.
    let maps: Int
    /// The model's output: `side * side * maps` logits.
    let logits: UnsafeMutableBufferPointer<Float>
    /// The graph whose window is used: 7×7 cells in MediaPipe's tasks, and 9×9 in its solutions.
    let style: GraphStyle

    /// The number of cells that are considered in each direction.
    private var windowRadius: Int { style == .tasks ? 3 : 4 }

    /// The peak confidence that a window must reach for its landmark to be refined.
    private static let minConfidence: Float = 0.5

    /// Returns the refined position of landmark `map`, in fractions of the region; `point` itself if the heatmap is not
    /// confident.
    func refined(_ point: SIMD2<Float>, map: Int) -> SIMD2<Float> {
        guard let column = cell(point.x), let row = cell(point.y) else { return point }
        var sum: Float = 0
        var peak: Float = 0
        var weighted = SIMD2<Float>.zero
        for y in max(0, row - windowRadius)...min(side - 1, row + windowRadius) {
            for x in max(0, column - windowRadius)...min(side - 1, column + windowRadius) {
                let confidence = sigmoid(logits[(y * side + x) * maps + map], style: style)
                sum += confidence
                peak = max(peak, confidence)
                weighted += SIMD2(Float(x), Float(y)) * confidence
            }
        }
        guard peak >= Self.minConfidence, sum > 0 else { return point }
        return weighted / Float(side) / sum
    }

    /// Returns the cell of a coordinate, truncated toward zero as in MediaPipe; `nil` outside the heatmap.
    private func cell(_ coordinate: Float) -> Int? {
        let scaled = coordinate * Float(side)
        guard scaled > -1, scaled < Float(side) else { return nil }
        return Int(scaled)
    }
}
