// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The first stage of a face pipeline: detects faces and returns them before they become public results.
protocol FaceDetectionStage: Sendable {
    /// Returns the faces in `region` of the image, best score first, in fractions of the image.
    /// - Parameters:
    ///   - pixels: The image as stored.
    ///   - region: The region to search, usually the whole image, rotated so that the image is upright.
    ///   - minScore: The score below which detections are dropped.
    ///   - iouThreshold: The intersection over union above which detections are merged.
    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection]

    /// Returns faces in the next frame of a video. A thorough search is spread over frames, so it may return a face a few
    /// frames after the first that shows it.
    /// - Parameters:
    ///   - frame: The frame as stored.
    ///   - region: The region to search, as for images.
    ///   - minScore: The score below which detections are dropped.
    ///   - iouThreshold: The intersection over union above which detections are merged.
    ///   - timestamp: The frame's timestamp, in milliseconds.
    ///   - search: The state that is kept from frame to frame.
    func faces(
        inFrame frame: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, timestamp: Int,
        search: inout VideoFaceSearch
    ) throws -> [RawDetection]
}

extension FaceDetectionStage {
    func faces(
        inFrame frame: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float, timestamp: Int,
        search: inout VideoFaceSearch
    ) throws -> [RawDetection] {
        try faces(in: frame, region: region, minScore: minScore, iouThreshold: iouThreshold)
    }
}

/// Adapts a detector supplied by the caller to the pipeline.
struct CustomFaceDetector: FaceDetectionStage {
    let detector: any FaceDetecting

    func faces(
        in pixels: PixelBuffer, region: RotatedRect, minScore: Float, iouThreshold: Float
    ) throws -> [RawDetection] {
        let image = try MPImage(
            pixelBuffer: pixels, orientation: MPImage.Orientation(ImageOrientation(regionRotation: region.rotation)))
        return try detector.faces(in: image).filter { $0.score >= minScore || $0.categories.isEmpty }
            .compactMap { RawDetection($0, in: pixels.size, turn: QuarterTurn(nearest: region.rotation)) }
    }
}

extension RawDetection {
    /// Converts a public detection to the pipeline's representation; `nil` if its box has no area.
    ///
    /// Without keypoints, the eyes are placed as in a frontal face that is upright in the image as displayed.
    /// - Parameter turn: The rotation of an upright face in the image as stored.
    fileprivate init?(_ detection: Detection, in size: ImageSize, turn: QuarterTurn) {
        let pixels = SIMD2(size.width, size.height)
        let box = detection.boundingBox
        let origin = SIMD2(Float(box.minX), Float(box.minY))
        let extent = SIMD2(Float(box.width), Float(box.height))
        guard extent.x > 0, extent.y > 0, (origin + extent).sum().isFinite else { return nil }
        let points = detection.keypoints?.map { SIMD2(Float($0.location.x), Float($0.location.y)) } ?? []
        let uprightExtent = turn.swapsSides ? SIMD2(extent.y, extent.x) : extent
        let level = [SIMD2<Float>(-0.2, -0.1), SIMD2(0.2, -0.1)].map { offset in
            (origin + extent / 2 + turn.rotated(offset * uprightExtent)) / pixels
        }
        self.init(
            box: BoundingBox(minimum: origin / pixels, maximum: (origin + extent) / pixels),
            score: detection.score, keypoints: points.count >= 2 ? points : level)
    }
}

extension ImageOrientation {
    /// Creates the orientation whose ``regionRotation`` is closest to an angle in radians.
    fileprivate init(regionRotation angle: Float) {
        // A region's rotation is opposite to that of the image it shows.
        self = QuarterTurn(nearest: -angle).orientation
    }
}
