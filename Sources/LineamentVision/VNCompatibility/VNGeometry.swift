public import Foundation

/// The whole image.
public let VNNormalizedIdentityRect = CGRect(x: 0, y: 0, width: 1, height: 1)

/// A rectangle in fractions of an image, in its pixels.
public func VNImageRectForNormalizedRect(_ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
    return CGRect(
        x: rect.minX * width, y: rect.minY * height, width: rect.width * width, height: rect.height * height)
}

/// A rectangle in pixels of an image, in fractions of it.
public func VNNormalizedRectForImageRect(_ rect: CGRect, _ imageWidth: Int, _ imageHeight: Int) -> CGRect {
    let (width, height) = (CGFloat(imageWidth), CGFloat(imageHeight))
    return CGRect(
        x: rect.minX / width, y: rect.minY / height, width: rect.width / width, height: rect.height / height)
}

/// A point in fractions of an image, in its pixels.
public func VNImagePointForNormalizedPoint(_ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: point.x * CGFloat(imageWidth), y: point.y * CGFloat(imageHeight))
}

/// A point in pixels of an image, in fractions of it.
public func VNNormalizedPointForImagePoint(_ point: CGPoint, _ imageWidth: Int, _ imageHeight: Int) -> CGPoint {
    CGPoint(x: point.x / CGFloat(imageWidth), y: point.y / CGFloat(imageHeight))
}

/// A point in fractions of a face's box, in pixels of the image, from its lower left corner.
public func VNImagePointForFaceLandmarkPoint(
    _ point: SIMD2<Float>, _ boundingBox: CGRect, _ imageWidth: Int, _ imageHeight: Int
) -> CGPoint {
    let placed = CGPoint(
        x: boundingBox.minX + CGFloat(point.x) * boundingBox.width,
        y: boundingBox.minY + CGFloat(point.y) * boundingBox.height)
    return VNImagePointForNormalizedPoint(placed, imageWidth, imageHeight)
}
