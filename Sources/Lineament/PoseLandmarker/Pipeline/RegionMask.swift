// SPDX-License-Identifier: Apache-2.0
internal import CLineamentKernels

/// The segmentation of one region, as the model outputs it.
struct RegionMask: Sendable {
    /// The number of pixels along each side.
    let side: Int
    /// The probability that each pixel shows the person, 0 to 1, row by row.
    let confidences: [Float]

    init(side: Int, confidences: [Float]) {
        self.side = side
        self.confidences = confidences
    }

    /// Applies the logistic function to the model's output.
    /// - Parameters:
    ///   - side: The number of pixels along each side.
    ///   - logits: The `side * side` outputs of the model.
    init(side: Int, logits: UnsafeMutableBufferPointer<Float>) {
        self.side = side
        confidences = [Float](unsafeUninitializedCapacity: logits.count) { target, count in
            lineament_sigmoid(logits.baseAddress, target.baseAddress, logits.count)
            count = logits.count
        }
    }
}
