/// Gives faces numbers that they keep from picture to picture.
package struct FaceTracker: Sendable {
    /// Pictures without a time count as frames of a video.
    private static let frameMilliseconds = 33

    private var register = TrackRegister()
    private var lastTime = -frameMilliseconds

    package init() {}

    /// - Parameter time: in milliseconds; nil, or one that does not grow, for the next frame.
    package mutating func identify(_ faces: [FaceReading], in image: UprightImage, time: Int?) -> [Int] {
        let next = time.flatMap { $0 > lastTime ? $0 : nil } ?? lastTime + Self.frameMilliseconds
        lastTime = next
        let size = image.pixels.size
        let pixels = SIMD2(size.width, size.height)
        let boxes = faces.map {
            Box(minimum: $0.boxOrigin / pixels, maximum: ($0.boxOrigin + $0.boxSize) / pixels)
        }
        return register.identify(boxes, size: size, time: next)
    }
}
