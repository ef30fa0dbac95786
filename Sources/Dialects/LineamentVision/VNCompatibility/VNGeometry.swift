// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The whole image, in normalized coordinates.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// Returns a normalized rectangle in pixels of the image.
public func VNImageRectForNormalizedRect(_ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let width = CGFloat(imageWidth)
    let height = CGFloat(imageHeight)
    return CGRect(
        x: rect.minX * width, y: rect.minY * height, width: rect.width * width, height: rect.height * height)
}

/// Returns a rectangle in pixels, normalized to the image.
public func VNNormalizedRectForImageRect(_ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let width = CGFloat(imageWidth)
    let height = CGFloat(imageHeight)
    return CGRect(
        x: rect.minX / width, y: rect.minY / height, width: rect.width / width, height: rect.height / height)
}

/// Returns a normalized point in pixels of the image.
public func VNImagePointForNormalizedPoint(_ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: point.x * CGFloat(imageWidth), y: point.y * CGFloat(imageHeight))
}

/// Returns a point in pixels, normalized to the image.
public func VNNormalizedPointForImagePoint(_ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: point.x / CGFloat(imageWidth), y: point.y / CGFloat(imageHeight))
}

/// Returns a point that is normalized to a face's box in pixels of the image, from its lower left corner.
public func VNImagePointForFaceLandmarkPoint(
    _ point: SIMD2<Float>, _ boundingBox: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    let placed = CGPoint(
        x: boundingBox.minX + CGFloat(point.x) * boundingBox.width,
        y: boundingBox.minY + CGFloat(point.y) * boundingBox.height)
    return VNImagePointForNormalizedPoint(placed, imageWidth, imageHeight)
}

/// Returns whether a normalized rectangle is the whole image.
public func VNNormalizedRectIsIdentityRect(_ rect: CGRect) -> Bool { rect == VNNormalizedIdentityRect }

/// Returns a point that is normalized to a region of interest in pixels of the image.
public func VNImagePointForNormalizedPointUsingRegionOfInterest(
    _ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let placed = CGPoint(x: roi.minX + point.x * roi.width, y: roi.minY + point.y * roi.height)
    return VNImagePointForNormalizedPoint(placed, imageWidth, imageHeight)
}

/// Returns a point in pixels, normalized to a region of interest.
public func VNNormalizedPointForImagePointUsingRegionOfInterest(
    _ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGPoint {
    let placed = VNNormalizedPointForImagePoint(point, imageWidth, imageHeight)
    return CGPoint(x: (placed.x - roi.minX) / roi.width, y: (placed.y - roi.minY) / roi.height)
}

/// Returns a rectangle that is normalized to a region of interest in pixels of the image.
public func VNImageRectForNormalizedRectUsingRegionOfInterest(
    _ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let placed = CGRect(
        x: roi.minX + rect.minX * roi.width, y: roi.minY + rect.minY * roi.height, width: rect.width * roi.width,
        height: rect.height * roi.height)
    return VNImageRectForNormalizedRect(placed, imageWidth, imageHeight)
}

/// Returns a rectangle in pixels, normalized to a region of interest.
public func VNNormalizedRectForImageRectUsingRegionOfInterest(
    _ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int, _ roi: CGRect
) -> CGRect {
    let placed = VNNormalizedRectForImageRect(rect, imageWidth, imageHeight)
    return CGRect(
        x: (placed.minX - roi.minX) / roi.width, y: (placed.minY - roi.minY) / roi.height,
        width: placed.width / roi.width, height: placed.height / roi.height)
}
