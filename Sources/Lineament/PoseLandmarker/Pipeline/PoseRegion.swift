// SPDX-License-Identifier: Apache-2.0

/// Computes the regions of an image that the pose landmark model is run on.
enum PoseRegion {
    /// The size of a region relative to the body, as in MediaPipe's `pose_detection_to_roi.pbtxt`.
    static let margin: Float = 1.25
    /// The distance from the center of a face to the hips, in face heights of an upright person.
    private static let hipsBelowFace: Float = 3.1
    /// The distance from the hips to the farthest point of the body, in face heights.
    private static let reachInFaces: Float = 3.9

    /// Returns the region of a person who stands or sits upright below their face.
    static func below(_ face: YuNetDetection, in size: ImageSize) -> RotatedRect {
        let pixels = SIMD2(size.width, size.height)
        let down = face.turn.rotated(SIMD2(0, face.size.y))
        let hips = face.center + down * hipsBelowFace
        return around(center: hips / pixels, scale: (hips - down * reachInFaces) / pixels, in: size, style: .tasks)
    }

    /// Returns a square around the midpoint of the hips, rotated so that the body is upright.
    /// - Parameters:
    ///   - center: The midpoint of the hips, in fractions of the image.
    ///   - scale: A point above the hips in the direction of the body, at a distance that spans the body, in fractions
    ///     of the image.
    ///   - size: The size of the image, in pixels.
    ///   - style: Whose functions of angles are used.
    static func around(
        center: SIMD2<Float>, scale: SIMD2<Float>, in size: ImageSize, style: GraphStyle
    ) -> RotatedRect {
        let pixels = SIMD2(size.width, size.height)
        let middle = center * pixels
        let longest = sides(center: center, scale: scale, in: size).max()
        let extent = SIMD2(repeating: longest) / pixels * margin
        return RotatedRect(
            xCenter: middle.x / size.width, yCenter: middle.y / size.height, width: extent.x, height: extent.y,
            rotation: RegionRotation.bringing(center, scale, to: .upright, in: size, style: style))
    }

    /// Returns the width and height of a region without its margin, in pixels. They differ only by rounding: MediaPipe
    /// converts to fractions and back.
    static func sides(center: SIMD2<Float>, scale: SIMD2<Float>, in size: ImageSize) -> SIMD2<Float> {
        let pixels = SIMD2(size.width, size.height)
        let side = (scale * pixels - center * pixels).length * 2
        return SIMD2(repeating: side) / pixels * pixels
    }
}
