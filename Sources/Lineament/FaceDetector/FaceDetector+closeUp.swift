// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension FaceDetector {
    /// A face in a close-up.
    package struct CloseUpFace: Sendable {
        /// The box, in pixels of the image as stored; it may extend beyond the image.
        package var box: CGRect
        /// The score, 0 to 1.
        package var score: Float
    }

    /// Returns the faces that MediaPipe's detector finds in a square of an image, best first. What is outside of the image
    /// is black.
    ///
    /// One inference, so it is much faster than a search of the image, and it finds faces there that this does not: those
    /// that a border cuts, and weak ones.
    /// - Parameters:
    ///   - square: The square, in pixels of the image as stored.
    ///   - image: The image.
    ///   - minScore: The score below which detections are dropped, 0 to 1.
    /// - Throws: ``LineamentError`` if the image cannot be sampled.
    package func faces(inCloseUp square: CGRect, of image: MPImage, minScore: Float) throws -> [CloseUpFace] {
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
            return CloseUpFace(box: box, score: stored.score)
        }
    }
}
