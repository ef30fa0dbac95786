// SPDX-License-Identifier: Apache-2.0

/// An image as a pipeline processes it: without mirroring.
///
/// A mirrored image is flipped from left to right as stored, which leaves a rotation, and its result is flipped back.
struct PipelineImage {
    /// The image to process, whose orientation is a rotation.
    let image: MPImage
    /// The rotation of the region that detectors are run on, in radians.
    let rotation: Float
    private let isFlipped: Bool

    /// Flips an image if its orientation is mirrored.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if it is and `acceptsMirrored` is false.
    init(_ image: MPImage, acceptsMirrored: Bool) throws {
        try image.checkOrientation(acceptsMirrored: acceptsMirrored)
        let orientation = image.imageOrientation
        isFlipped = orientation.isMirrored
        if isFlipped {
            let flipped = try UprightImage(image.pixels, orientation: .upMirrored)
            self.image = try MPImage(
                pixelBuffer: flipped.pixels, orientation: MPImage.Orientation(orientation.withoutMirroring))
        } else {
            self.image = image
        }
        rotation = try self.image.regionRotation
    }

    /// The pixels to process.
    var pixels: PixelBuffer { image.pixels }

    /// Returns the result, or a part of it, in coordinates of the image as stored.
    func stored<Output: Flippable>(_ output: Output) throws -> Output {
        isFlipped ? try output.flipped(in: image.pixels.size) : output
    }
}
