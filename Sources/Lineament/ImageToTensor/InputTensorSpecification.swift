// SPDX-License-Identifier: Apache-2.0

/// The size of a model's input image and the range of its values.
struct InputTensorSpecification: Sendable, Hashable {
    /// The width of the tensor, in pixels.
    var width: Int
    /// The height of the tensor, in pixels.
    var height: Int
    /// The tensor values of a black and a white pixel.
    var range: ClosedRange<Float>

    /// The factor from an 8-bit level to a tensor value.
    var scale: Float { (range.upperBound - range.lowerBound) / 255 }
    /// The tensor value of a black pixel.
    var offset: Float { range.lowerBound }
    /// The tensor value of each 8-bit level, scaled and moved with a single rounding, as OpenCV does where the processor can.
    var fusedLevels: [Float] { (0...255).map { offset.addingProduct(Float($0), scale) } }
}
