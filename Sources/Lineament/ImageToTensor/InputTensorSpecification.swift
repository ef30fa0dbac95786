/// The size of a model's input image and the range of its values.
struct InputTensorSpecification: Sendable, Hashable {
    var width: Int
    var height: Int
    /// The tensor value of a black and of a white pixel.
    var range: ClosedRange<Float>

    var scale: Float { (range.upperBound - range.lowerBound) / 255 }
    var offset: Float { range.lowerBound }
}

/// The value of pixels outside the image.
enum BorderMode: Sendable {
    /// Black, before normalisation.
    case zero
    /// The nearest pixel inside.
    case replicate
}
