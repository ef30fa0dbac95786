// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// MediaPipe's pose detector, which detects people by the midpoint of their hips and a second point that gives the size
/// and rotation of the body.
///
/// It is the first stage of the pose landmarker. Unlike the face detector, it returns landmark regions, because its
/// keypoints determine them.
struct BlazePoseDetector: Sendable {
    /// Hips, scale of the whole body, shoulders, scale of the upper body; only the first two are used.
    private static let keypointCount = 4
    /// The intersection over union above which the pose landmarker merges two detections; it has no option for it.
    static let defaultIOUThreshold: Float = 0.5

    private let iouThreshold: Float
    private let style: GraphStyle
    private let detector: AnchorBasedDetector

    var model: ImageModel { detector.model }

    init(
        _ model: Model, iouThreshold: Float = defaultIOUThreshold, threading: Threading, style: GraphStyle
    ) throws {
        self.style = style
        self.iouThreshold = iouThreshold
        detector = try AnchorBasedDetector(
            model, keypointCount: Self.keypointCount, grids: [.pose], threading: threading, style: style)
    }

    /// The people in the image, or a part of it.
    struct People {
        /// The landmark regions of the people, best detection first.
        var regions: [RotatedRect]
        /// The landmark regions of what may be a person, but has too low a score, best detection first.
        var hints: [RotatedRect]
    }

    /// The score from which a detection is a hint.
    private static let hintScore: Float = 0.1

    /// Returns the people in a part of the image, or all of it.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - part: The part, which may be rotated.
    ///   - minScore: The score below which a detection is dropped.
    func people(in pixels: PixelBuffer, part: RotatedRect, minScore: Float) throws -> People {
        let size = pixels.size
        let region = part.region(in: size)
        let found = try detector.detections(
            in: pixels, region: detector.padded(region), minScore: min(minScore, Self.hintScore))
        let letterbox = Letterbox(region, aspect: Float(model.input.height) / Float(model.input.width))
        // MediaPipe omits this step, so its pose landmarker detects no one in rotated images.
        let projection = part == .wholeImage(size) ? nil : Projection(from: region, to: size, style: style)
        func regions(of people: [RawDetection]) -> [RotatedRect] {
            people.weightedNonMaxSuppression(iouThreshold: iouThreshold).map { person in
                let points = person.keypoints.prefix(2).map { point in
                    let inside = letterbox.removed(from: point)
                    return projection?(inside) ?? inside
                }
                return PoseRegion.around(center: points[0], scale: points[1], in: size, style: style)
            }
        }
        return People(
            regions: regions(of: found.filter { $0.score >= minScore }),
            hints: regions(of: found.filter { $0.score < minScore }))
    }
}
