// SPDX-License-Identifier: Apache-2.0

/// The anchor centers that a detector's outputs are relative to, in fractions of its input.
///
/// The layout is that of MediaPipe's `ssd_anchors_calculator.cc` with a fixed anchor size of 1, so an anchor is a
/// point.
struct AnchorGrid: Sendable {
    /// The centers in the order of the model's output rows.
    let centers: [SIMD2<Float>]

    /// Lays out the centers row by row.
    /// - Parameter layers: The cells along a side and the anchors per cell of each layer, in the order of the model's
    ///   output rows.
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

    /// The grid of the short-range face model: stride 8 with two anchors per cell, then three layers of stride 16 with
    /// two each.
    static let shortRangeFace = AnchorGrid(layers: shortRangeFaceLayers)
    /// The layers of ``shortRangeFace``.
    static let shortRangeFaceLayers = [(cells: 16, anchorsPerCell: 2), (cells: 8, anchorsPerCell: 6)]
    /// The grid of the full-range face model: stride 4 with one anchor per cell.
    static let fullRangeFace = AnchorGrid(layers: [(48, 1)])
    /// The grid of the palm model: stride 8 with two anchors per cell, then three layers of stride 16 with two each.
    static let palm = AnchorGrid(layers: [(24, 2), (12, 6)])
    /// The grid of the pose model: strides 8 and 16 and three layers of stride 32, with two anchors per cell each.
    static let pose = AnchorGrid(layers: [(28, 2), (14, 2), (7, 6)])
}
