/// The regions that the landmark model is shown.
enum PoseRegion {
    static let margin: Float = 1.25
    /// From the middle of a face down to the hips, and from there to the end of the body's reach, in heights of the face.
    private static let hipsBelowFace: Float = 3.1
    private static let reachInFaces: Float = 3.9

    /// The region of somebody who stands or sits upright below their face.
    static func below(_ face: YuNetDetection, in size: ImageSize) -> RotatedRect {
        let pixels = SIMD2(size.width, size.height)
        let down = face.turn.rotated(SIMD2(0, face.size.y))
        let hips = face.center + down * hipsBelowFace
        return around(center: hips / pixels, scale: (hips - down * reachInFaces) / pixels, in: size)
    }

    /// A square about the middle of the hips, turned so that the body stands upright.
    /// - Parameters:
    ///   - center: the middle of the hips, in fractions of the image.
    ///   - scale: a point straight above it at a distance that spans the body, in fractions of the image.
    static func around(center: SIMD2<Float>, scale: SIMD2<Float>, in size: ImageSize) -> RotatedRect {
        let pixels = SIMD2(size.width, size.height)
        let middle = center * pixels
        let reach = scale * pixels - middle
        let side = (reach.x * reach.x + reach.y * reach.y).squareRoot() * 2
        // There and back again, as MediaPipe does it, decides the last bit.
        let longest = (SIMD2(repeating: side) / pixels * pixels).max()
        let extent = SIMD2(repeating: longest) / pixels * margin
        return RotatedRect(
            xCenter: middle.x / size.width, yCenter: middle.y / size.height, width: extent.x, height: extent.y,
            rotation: RegionRotation.bringing(center, scale, to: .upright, in: size))
    }
}
