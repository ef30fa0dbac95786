/// The centres that a detector's outputs are relative to, in fractions of its input.
struct AnchorGrid: Sendable {
    let centers: [SIMD2<Float>]

    /// - Parameter layers: cells along a side and anchors in a cell, in the order of the model's rows.
    init(layers: [(cells: Int, anchorsPerCell: Int)]) {
        var centers: [SIMD2<Float>] = []
        for layer in layers {
            let cells = Float(layer.cells)
            for row in 0..<layer.cells {
                for column in 0..<layer.cells {
                    let center = SIMD2((Float(column) + 0.5) / cells, (Float(row) + 0.5) / cells)
                    centers.append(contentsOf: repeatElement(center, count: layer.anchorsPerCell))
                }
            }
        }
        self.centers = centers
    }

    /// The short-range face model: stride 8 with two anchors a cell, then three layers of stride 16 with two each.
    static let shortRangeFace = AnchorGrid(layers: [(16, 2), (8, 6)])
    /// The full-range face model: stride 4, one anchor a cell.
    static let fullRangeFace = AnchorGrid(layers: [(48, 1)])
    /// The pose model: strides 8, 16 and three layers of 32, two anchors each.
    static let pose = AnchorGrid(layers: [(28, 2), (14, 2), (7, 6)])
}
