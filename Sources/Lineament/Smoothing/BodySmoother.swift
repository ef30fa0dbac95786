/// Smooths one body from frame to frame: landmarks in the image and in metres, and their visibility.
struct BodySmoother: Sendable {
    private static let visibilityShare: Float = 0.1

    private var image = LandmarkSmoother(.imageLandmarks)
    private var world = LandmarkSmoother(.worldLandmarks)
    private var visibility: [Float] = []

    mutating func smooth(_ body: Body, in size: ImageSize, timestamp: Int) -> Body {
        var smooth = body
        let region = body.nextRegion
        let side = (region.width * size.width + region.height * size.height) / 2
        smooth.landmarks = image.smooth(body.landmarks, in: size, objectSize: side, timestamp: timestamp)
        smooth.world = world.smooth(body.world, timestamp: timestamp)
        if visibility.isEmpty { visibility = body.visibility }
        visibility = zip(body.visibility, visibility).map {
            LowPass.mixed($0, $1, share: Self.visibilityShare)
        }
        smooth.visibility = visibility
        return smooth
    }

    /// A frame without the body. As in MediaPipe only the landmarks in the image begin anew.
    mutating func skipFrame() { image = LandmarkSmoother(.imageLandmarks) }
}
