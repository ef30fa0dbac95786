// SPDX-License-Identifier: Apache-2.0
import CoreML
import LineamentVision

func visionCalls(image: CGImage, photo: CIImage, pixels: CVPixelBuffer, sample: CMSampleBuffer) async throws {
    let orientation: CGImagePropertyOrientation? = .right
    let rectangles = DetectFaceRectanglesRequest()
    var landmarks = DetectFaceLandmarksRequest()
    landmarks.inputFaceObservations = try await rectangles.perform(on: image, orientation: orientation)
    _ = try await landmarks.perform(on: photo, orientation: .up)
    _ = try await landmarks.perform(on: pixels)
    let faces: [FaceObservation] = try await landmarks.perform(on: sample)
    let time: CMTimeRange? = faces.first?.timeRange
    _ = time
    let handlers = [
        ImageRequestHandler(image, orientation: orientation), ImageRequestHandler(photo),
        ImageRequestHandler(pixels), ImageRequestHandler(sample),
    ]
    for handler in handlers {
        _ = try await handler.perform(rectangles, landmarks, DetectFaceCaptureQualityRequest())
    }
    let device: MLComputeDevice? = rectangles.computeDevice(for: .main)
    _ = device
}

func olderVisionCalls(image: CGImage, photo: CIImage, pixels: CVPixelBuffer, sample: CMSampleBuffer) throws {
    let request = VNDetectFaceLandmarksRequest()
    request.revision = VNDetectFaceLandmarksRequestRevision3
    request.constellation = .constellation76Points
    try VNImageRequestHandler(cgImage: image, orientation: .up).perform([request])
    try VNImageRequestHandler(ciImage: photo, options: [:]).perform([request])
    try VNImageRequestHandler(cvPixelBuffer: pixels, orientation: .right, options: [:]).perform([request])
    try VNSequenceRequestHandler().perform([request], on: sample, orientation: .left)
    for face in request.results ?? [] {
        let points: [CGPoint]? = face.landmarks?.leftEye?.normalizedPoints
        let yaw: Double? = face.yaw?.doubleValue
        _ = (points, yaw, face.boundingBox)
    }
}

func contourCalls(image: CGImage, url: URL) async throws -> Float {
    var request = DetectContoursRequest()
    request.contrastPivot = nil
    let contours: ContoursObservation = try await request.perform(on: url)
    let points = try contours.topLevelContours.first?.polygonApproximation(epsilon: 0.01).normalizedPoints

    let older = VNDetectContoursRequest()
    older.contrastPivot = NSNumber(value: 0.5)
    older.maximumImageDimension = 1024
    try VNImageRequestHandler(cgImage: image, options: [:]).perform([older])
    guard let found = older.results?.first, found.contourCount > 0 else { return points?.first?.x ?? 0 }
    let contour = try found.contour(at: IndexPath(index: 0)).polygonApproximation(epsilon: 0.01)
    _ = (found.normalizedPath, contour.normalizedPath, try contour.childContour(at: 0).indexPath)
    var area = 0.0
    try VNGeometryUtils.calculateArea(&area, for: contour, orientedArea: true)
    let circle = try VNGeometryUtils.boundingCircle(
        forSIMDPoints: contour.normalizedPoints, pointCount: contour.pointCount)
    _ = (area, circle.center, circle.diameter)
    return contour.normalizedPoints[0].x / contour.aspectRatio
}

func trackingCalls(face: FaceObservation, frames: [CVPixelBuffer], sample: CMSampleBuffer) async throws {
    let request = TrackObjectRequest(detectedObject: face, frameAnalysisSpacing: .zero)
    let object: DetectedObjectObservation? = try await request.perform(on: sample, orientation: .right)
    _ = object?.boundingBox.cgRect

    let older = VNTrackObjectRequest(detectedObjectObservation: VNFaceObservation(boundingBox: face.boundingBox.cgRect))
    older.trackingLevel = .accurate
    let handler = VNSequenceRequestHandler()
    for frame in frames {
        do {
            try handler.perform([older], on: frame, orientation: .up)
        } catch let error as NSError {
            _ = error.domain == VNErrorDomain && error.code == VNErrorCode.invalidArgument.rawValue
        }
        if let observation = older.results?.first { older.inputObservation = observation }
    }
}

#if canImport(UIKit)
    func visionCalls(photo: UIImage) async throws -> [FaceObservation]? {
        guard let image = CIImage(image: photo) else { return nil }
        return try await DetectFaceLandmarksRequest().perform(on: image, orientation: .up)
    }
#endif
