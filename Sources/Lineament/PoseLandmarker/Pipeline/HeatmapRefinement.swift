/// Moves landmarks to the centre of what a heatmap shows around them.
struct HeatmapRefinement {
    /// Cells along each side of the heatmap.
    let side: Int
    /// Heatmaps of one map a landmark, which lie side by side in each cell.
    let maps: Int
    let logits: UnsafeMutableBufferPointer<Float>

    private static let reach = 3
    private static let minConfidence: Float = 0.5

    /// The refined position of landmark `map`, in fractions of the crop; `point` itself where the map is not sure.
    func refined(_ point: SIMD2<Float>, map: Int) -> SIMD2<Float> {
        guard let column = cell(point.x), let row = cell(point.y) else { return point }
        var sum: Float = 0
        var peak: Float = 0
        var weighted = SIMD2<Float>.zero
        for y in max(0, row - Self.reach)...min(side - 1, row + Self.reach) {
            for x in max(0, column - Self.reach)...min(side - 1, column + Self.reach) {
                let confidence = sigmoid(logits[(y * side + x) * maps + map])
                sum += confidence
                peak = max(peak, confidence)
                weighted += SIMD2(Float(x), Float(y)) * confidence
            }
        }
        guard peak >= Self.minConfidence, sum > 0 else { return point }
        return weighted / Float(side) / sum
    }

    /// The cell of a coordinate, truncated towards zero as MediaPipe does; nil outside the map.
    private func cell(_ coordinate: Float) -> Int? {
        let scaled = coordinate * Float(side)
        guard scaled > -1, scaled < Float(side) else { return nil }
        return Int(scaled)
    }
}
