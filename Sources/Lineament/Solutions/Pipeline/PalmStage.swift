// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The first stage of ``HandSolution``: palms in the whole image, as the regions of their hands.
struct PalmStage: Sendable {
    private static let keypointCount = 7
    private static let iouThreshold: Float = 0.3

    private let detector: AnchorBasedDetector

    init(_ model: Model, threading: Threading) throws {
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.palm], threading: threading, style: .solutions)
    }

    /// Returns the regions of hands, best detection first.
    func regions(in pixels: PixelBuffer, minScore: Float) throws -> [RotatedRect] {
        let size = pixels.size
        let image = RotatedRect.wholeImage(size).region(in: size)
        let input = detector.model.input
        let letterbox = Letterbox(image, aspect: Float(input.height) / Float(input.width))
        return try detector.detections(in: pixels, region: detector.padded(image), minScore: minScore)
            .weightedNonMaxSuppression(iouThreshold: Self.iouThreshold)
            .map { HandRegion.around(palm: letterbox.removed(from: $0), in: size, style: .solutions) }
    }
}

extension Letterbox {
    /// Converts a detection from fractions of the tensor to fractions of the region.
    fileprivate func removed(from detection: RawDetection) -> RawDetection {
        var placed = detection
        placed.box.minimum = removed(from: detection.box.minimum)
        placed.box.size = removed(fromSize: detection.box.size)
        placed.keypoints = detection.keypoints.map { removed(from: $0) }
        return placed
    }
}
