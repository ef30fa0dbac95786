// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension FaceDetector {
    /// Returns the faces that MediaPipe's detector finds in a square of an image, best first. What is outside of the image
    /// is black.
    ///
    /// One inference, so it is much faster than a search of the image, and it finds faces there that this does not: those
    /// that a border cuts, and weak ones. Their boxes may extend beyond the image.
    /// - Parameters:
    ///   - square: The square, in pixels of the image as stored.
    ///   - image: The image.
    ///   - minScore: The score below which detections are dropped, 0 to 1.
    /// - Throws: ``LineamentError`` if the image cannot be sampled.
    package func faces(inCloseUp square: CGRect, of image: MPImage, minScore: Float) throws -> [Detection] {
        guard !square.isEmpty, [square.midX, square.midY, square.width, square.height].allSatisfy(\.isFinite) else {
            return []
        }
        let pipeline = task.pipeline
        let prepared = try PipelineImage(image, acceptsMirrored: pipeline.acceptsMirroredOrientations)
        let size = prepared.pixels.size
        let region = RotatedRect(
            xCenter: Float(square.midX) / size.width, yCenter: Float(square.midY) / size.height,
            width: Float(square.width) / size.width, height: Float(square.height) / size.height,
            rotation: prepared.rotation)
        return try pipeline.closeUp.faces(
            in: prepared.pixels, region: region, minScore: minScore, iouThreshold: pipeline.iouThreshold
        ).map { face in
            let stored = try prepared.stored(face)
            let box = CGRect(
                x: Double(stored.box.minimum.x * size.width), y: Double(stored.box.minimum.y * size.height),
                width: Double(stored.box.size.x * size.width), height: Double(stored.box.size.y * size.height))
            return Detection(
                categories: [ResultCategory(index: 0, score: stored.score, categoryName: nil, displayName: nil)],
                boundingBox: box,
                keypoints: stored.keypoints.map { point in
                    NormalizedKeypoint(location: CGPoint(x: Double(point.x), y: Double(point.y)), label: nil, score: 0)
                })
        }
    }
}
