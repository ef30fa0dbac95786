internal import CLineamentKernels

/// What is known of one person in one picture.
struct Body: Sendable {
    static let landmarkCount = 33

    /// In fractions of the image; depth on the scale of x.
    var landmarks: LandmarkSet
    /// In metres from the middle of the hips, the axes those of the image.
    var world: LandmarkSet
    /// How likely each landmark is not hidden.
    var visibility: [Float]
    /// How likely each landmark is inside the picture.
    var presence: [Float]
    /// How sure the model is that there is a person.
    var score: Float
    /// Where the person is looked for in the next frame.
    var nextRegion: RotatedRect
    /// Where the person was looked for; the mask covers it.
    var region: RotatedRect
    var mask: CroppedMask?
}

/// The segmentation of one region, as the model gives it.
struct CroppedMask: Sendable {
    let side: Int
    /// How likely each pixel belongs to the person, row by row.
    let confidences: [Float]

    init(side: Int, confidences: [Float]) {
        self.side = side
        self.confidences = confidences
    }

    /// - Parameter logits: of `side * side` pixels.
    init(side: Int, logits: UnsafeMutableBufferPointer<Float>) {
        self.side = side
        confidences = [Float](unsafeUninitializedCapacity: logits.count) { target, count in
            lineament_sigmoid(logits.baseAddress, target.baseAddress, logits.count)
            count = logits.count
        }
    }
}
