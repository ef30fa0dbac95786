// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A capture-quality score from 0 to 1, for comparing images of the same person: higher is better.
///
/// The score is the product of five factors, each from 0 to 1:
/// - sharpness: s / (s + 60), where s is the variance of the Laplacian of the face's luma at 112×112 pixels;
/// - exposure: 1 for a mean luma between 70 and 190, falling linearly to 0 at black and at white;
/// - frontality: the product of the cosines of the head's yaw and pitch, squared;
/// - size: w / (w + 40), where w is the width of the face in pixels;
/// - the detection score, which is low for occluded or doubtful faces.
package enum FaceQuality {
    /// The side, in pixels, of the square that the face is resampled to before it is measured.
    private static let side = 112
    /// The variance of the Laplacian at which the sharpness factor is one half.
    private static let halfSharpness: Float = 60
    /// The mean luma, 0 to 255, of a well-exposed face.
    private static let goodLuma: ClosedRange<Float> = 70...190
    /// The width of a face, in pixels, at which the size factor is one half.
    private static let halfWidth: Float = 40

    /// Returns the score of a face; 0 if its bounding box has no area.
    ///
    /// Without head angles, the frontality factor is that of a head whose cosines multiply to 0.7.
    package static func score(of face: FaceAttributes, in image: UprightImage) -> Float {
        guard let luma = luma(of: face, in: image.pixels) else { return 0 }
        let sharpness = laplacianVariance(luma)
        let mean = luma.reduce(0, +) / Float(luma.count)
        let exposure =
            if mean < goodLuma.lowerBound {
                mean / goodLuma.lowerBound
            } else if mean > goodLuma.upperBound {
                (255 - mean) / (255 - goodLuma.upperBound)
            } else {
                Float(1)
            }
        let turn = face.angles.map { cos($0.yawInRadians) * cos($0.pitchInRadians) } ?? 0.7
        let width = face.boxSize.x
        let score =
            sharpness / (sharpness + halfSharpness) * max(0, exposure) * max(0, turn) * max(0, turn)
            * width / (width + halfWidth) * face.score
        return max(0, min(1, score))
    }

    /// Returns the BT.601 luma of the face, row by row, resampled to ``side`` × ``side``; `nil` if its bounding box has
    /// no area.
    private static func luma(of face: FaceAttributes, in pixels: PixelBuffer) -> [Float]? {
        let center = face.boxOrigin + face.boxSize / 2
        let region = PixelRegion(
            xCenter: center.x, yCenter: center.y, width: face.boxSize.x, height: face.boxSize.y, rotation: 0)
        let target = InputTensorSpecification(width: side, height: side, range: 0...255)
        guard let sampler = PerspectiveSampler(region: region, output: target, border: .replicate, style: .tasks) else {
            return nil
        }
        let tensor = UnsafeMutableBufferPointer<Float>.allocate(capacity: side * side * 3)
        defer { tensor.deallocate() }
        pixels.sample(sampler, into: tensor)
        return (0..<side * side).map { (pixel: Int) -> Float in
            let red = tensor[3 * pixel]
            let green = tensor[3 * pixel + 1]
            let blue = tensor[3 * pixel + 2]
            return 0.299 * red + 0.587 * green + 0.114 * blue
        }
    }

    /// Returns the variance of the 4-neighbor Laplacian over all pixels but those of the border.
    private static func laplacianVariance(_ luma: [Float]) -> Float {
        var sum: Float = 0
        var squares: Float = 0
        var count: Float = 0
        for row in 1..<side - 1 {
            for column in 1..<side - 1 {
                let at = row * side + column
                let value = luma[at - 1] + luma[at + 1] + luma[at - side] + luma[at + side] - 4 * luma[at]
                sum += value
                squares += value * value
                count += 1
            }
        }
        return squares / count - (sum / count) * (sum / count)
    }
}
