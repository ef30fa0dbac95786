/// What a model wants its picture to look like.
struct TensorImage: Sendable, Hashable {
    var width: Int
    var height: Int
    /// The tensor value of a black and of a white pixel.
    var range: ClosedRange<Float>

    var scale: Float { (range.upperBound - range.lowerBound) / 255 }
    var offset: Float { range.lowerBound }
}

/// What a pixel outside the image counts as.
enum BorderMode: Sendable {
    /// Black, before normalisation.
    case zero
    /// The nearest pixel inside.
    case replicate
}
