// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A region of an upright image, in whole pixels.
struct ImagePart: Sendable {
    /// The pixels of the region.
    let image: UprightImage
    /// The upper left corner of the region in the image, in pixels.
    let origin: SIMD2<Float>
    /// The size of the image that the region is a part of, in pixels.
    let imageSize: SIMD2<Float>

    /// The size of the region, in pixels.
    var size: SIMD2<Float> { SIMD2(Float(image.width), Float(image.height)) }
    /// Whether the region is the whole image.
    var isWhole: Bool { size == imageSize }
    /// The size of the image, with depth on the scale of x.
    var imageScale: SIMD3<Float> { SIMD3(imageSize.x, imageSize.y, imageSize.x) }

    /// Cuts a region out of an image; the whole image is not copied.
    /// - Throws: ``VisionError`` if the region has no area or does not lie within the image.
    init(_ region: NormalizedRect, of whole: UprightImage) throws {
        guard region.isInsideImage else {
            throw VisionError.outOfBoundsError("regionOfInterest must have an area and lie within the image.")
        }
        imageSize = SIMD2(Float(whole.width), Float(whole.height))
        guard region != .fullImage else {
            image = whole
            origin = .zero
            return
        }
        let part = region.toImageCoordinates(CGSize(width: whole.width, height: whole.height), origin: .upperLeft)
        let x = min(whole.width - 1, max(0, Int(part.minX)))
        let y = min(whole.height - 1, max(0, Int(part.minY)))
        let width = max(1, min(whole.width - x, Int(part.width)))
        let height = max(1, min(whole.height - y, Int(part.height)))
        image = try whole.cropped(x: x, y: y, width: width, height: height)
        origin = SIMD2(Float(x), Float(y))
    }
}
