// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// MediaPipe's palm detector, the first stage of the hand landmarker.
///
/// Palms are easier to detect than whole hands: they are nearly square and do not change their shape. Seven keypoints,
/// among them the wrist and the knuckle of the middle finger, give the rotation of the hand.
struct PalmDetector: Sendable {
    private static let keypointCount = 7
    /// The intersection over union above which two detections are merged; the landmarker has no option for it.
    private static let iouThreshold: Float = 0.3

    private let detector: AnchorBasedDetector

    var model: ImageModel { detector.model }

    init(_ model: Model, threading: Threading) throws {
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.palm], threading: threading, style: .tasks)
    }

    /// Returns the landmark regions of the hands in a part of the image, best detection first.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - part: The part, which may be rotated.
    ///   - minScore: The score below which detections are dropped.
    ///   - usesAllThreads: Whether this inference may use all threads.
    func hands(
        in pixels: PixelBuffer, part: RotatedRect, minScore: Float, usesAllThreads: Bool = true
    ) throws -> [RotatedRect] {
        let size = pixels.size
        let padded = detector.padded(part.region(in: size))
        let projection = Projection(from: padded, to: size, style: .tasks)
        return try detector.detections(in: pixels, region: padded, minScore: minScore, usesAllThreads: usesAllThreads)
            .weightedNonMaxSuppression(iouThreshold: Self.iouThreshold)
            .map { HandRegion.around(palm: $0.projected(by: projection), in: size, style: .tasks) }
    }
}
