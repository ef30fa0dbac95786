// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A rectangle rotated about its center, in pixels.
struct PixelRegion: Sendable, Hashable {
    var xCenter: Float
    var yCenter: Float
    var width: Float
    var height: Float
    var rotation: Float

    /// Whether the region has an area and all its members are finite.
    var isUsable: Bool {
        width > 0 && height > 0 && width.isFinite && height.isFinite && xCenter.isFinite
            && yCenter.isFinite && rotation.isFinite
    }

    /// Returns whether the region lies inside an image of `size`.
    func isInside(_ size: ImageSize) -> Bool {
        corners(style: .tasks).allSatisfy { 0...size.width ~= $0.x && 0...size.height ~= $0.y }
    }

    /// Returns the smallest region with the same center and the aspect ratio `height / width` that contains this one.
    func padded(toAspect aspect: Float) -> PixelRegion {
        var region = self
        if aspect > height / width {
            region.height = width * aspect
        } else {
            region.width = height / aspect
        }
        return region
    }

    /// Returns the corners: bottom left, top left, top right, bottom right.
    ///
    /// The order of operations, and float32 in some of them, decides ties in resampling. In MediaPipe's tasks, unlike in
    /// OpenCV 4 and in its solutions, the third and fourth corners are computed directly rather than as reflections of the
    /// first two: with reflections, landmarks deviate by up to 0.01 px from MediaPipe's; without them, they are equal.
    func corners(style: GraphStyle) -> [SIMD2<Float>] {
        let degrees = Float(Double(rotation * 180) / Double.pi)
        let angle = Double(degrees) * Double.pi / 180
        let a = Float(sin(angle)) * 0.5
        let b = Float(cos(angle)) * 0.5
        let first = [
            SIMD2(xCenter - a * height - b * width, yCenter + b * height - a * width),
            SIMD2(xCenter + a * height - b * width, yCenter - b * height - a * width),
        ]
        let twice = SIMD2(2 * xCenter, 2 * yCenter)
        if style == .solutions { return first + first.map { twice - $0 } }
        return first + [
            SIMD2(xCenter + a * height + b * width, yCenter - b * height + a * width),
            SIMD2(xCenter - a * height + b * width, yCenter + b * height + a * width),
        ]
    }
}
