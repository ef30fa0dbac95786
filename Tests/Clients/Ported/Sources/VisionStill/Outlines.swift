// SPDX-License-Identifier: Apache-2.0
import CoreImage
import UIKit
import Vision

/// The outlines of what is dark in a photo.
struct Outlines {
    let count: Int
    let path: CGPath
    /// The corners of the longest outline, simplified.
    let corners: [CGPoint]
    let depth: Int
}

/// Outlines of a smaller and softer copy of a photo, in normalized coordinates from the lower left corner.
func findOutlines(in photo: CIImage) throws -> Outlines {
    let scaling = CIFilter(name: "CILanczosScaleTransform")
    scaling?.setValue(photo, forKey: kCIInputImageKey)
    scaling?.setValue(0.5, forKey: kCIInputScaleKey)
    scaling?.setValue(1.0, forKey: kCIInputAspectRatioKey)
    guard let small = scaling?.outputImage else {
        return Outlines(count: 0, path: CGMutablePath(), corners: [], depth: 0)
    }
    let soft = small.clampedToExtent()
        .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 2.0])
        .cropped(to: small.extent)

    let request = VNDetectContoursRequest()
    request.contrastAdjustment = 1.5
    request.contrastPivot = NSNumber(value: 0.4)
    request.detectsDarkOnLight = true
    request.maximumImageDimension = 512
    try VNImageRequestHandler(ciImage: soft, options: [:]).perform([request])
    guard let found = request.results?.first else { fatalError("no contours") }

    let longest = found.topLevelContours.max { $0.pointCount < $1.pointCount }
    let polygon = try longest?.polygonApproximation(epsilon: 0.01)
    let corners = (polygon?.normalizedPoints ?? []).map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) }
    let depths = try (0..<found.contourCount).map { try found.contour(at: $0).indexPath.count }
    return Outlines(
        count: found.contourCount, path: found.normalizedPath, corners: corners, depth: depths.max() ?? 0)
}

/// The mean color of a rectangle of an image.
func averageColor(of image: CIImage, in rect: CGRect) -> UIColor? {
    let filter = CIFilter(
        name: "CIAreaAverage", parameters: [kCIInputImageKey: image, kCIInputExtentKey: CIVector(cgRect: rect)])
    guard let output = filter?.outputImage else { return nil }
    var bitmap = [UInt8](repeating: 0, count: 4)
    CIContext(options: [.workingColorSpace: NSNull()]).render(
        output, toBitmap: &bitmap, rowBytes: 4, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBA8,
        colorSpace: nil)
    return UIColor(
        red: CGFloat(bitmap[0]) / 255, green: CGFloat(bitmap[1]) / 255, blue: CGFloat(bitmap[2]) / 255,
        alpha: CGFloat(bitmap[3]) / 255)
}

/// Each face's quality and landmarks, found by its identifier among the results of other requests of the same run.
func pairedFaces(in image: CGImage) throws -> [(box: CGRect, quality: Float, points: Int)] {
    let rectangles = VNDetectFaceRectanglesRequest()
    let quality = VNDetectFaceCaptureQualityRequest()
    let landmarks = VNDetectFaceLandmarksRequest()
    try VNImageRequestHandler(cgImage: image, options: [:]).perform([rectangles, quality, landmarks])
    return (rectangles.results ?? []).compactMap { face in
        guard let rated = quality.results?.first(where: { $0.uuid == face.uuid })?.faceCaptureQuality,
            let marked = landmarks.results?.first(where: { $0.uuid == face.uuid })?.landmarks
        else { return nil }
        return (face.boundingBox, rated, marked.allPoints?.pointCount ?? 0)
    }
}
