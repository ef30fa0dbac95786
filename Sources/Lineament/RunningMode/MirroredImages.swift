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

/// A result, or a part of one, that can be given for the same image flipped from left to right.
protocol Flippable: Sendable {
    /// Returns the result for the flipped image. Left and right stay the subject's.
    /// - Parameter size: The size of the image, in pixels.
    func flipped(in size: ImageSize) throws -> Self
}

extension FramePipeline {
    /// Processes a single image of any orientation that the options accept.
    func process(anyOrientation image: MPImage, timestamp: Int) throws -> Output {
        try process(PipelineImage(image, acceptsMirrored: acceptsMirroredOrientations), timestamp: timestamp)
    }
}

extension MPImage {
    /// Checks that the orientation is a rotation, unless mirrored ones are accepted.
    /// - Throws: ``LineamentError`` with code `invalidArgument`.
    func checkOrientation(acceptsMirrored: Bool) throws {
        guard !acceptsMirrored else { return }
        do {
            _ = try regionRotation
        } catch let error as LineamentError {
            throw LineamentError(
                error.code,
                error.message + " unless the task's options set `acceptsMirroredOrientations`, a Lineament extension.",
                underlyingError: error.underlyingError)
        }
    }
}

extension ImageOrientation {
    /// Whether making the image upright flips it.
    var isMirrored: Bool { withoutMirroring != self }

    /// The rotation that makes the image upright once it is flipped from left to right.
    var withoutMirroring: ImageOrientation {
        switch self {
        case .up, .upMirrored: .up
        case .down, .downMirrored: .down
        case .left, .leftMirrored: .left
        case .right, .rightMirrored: .right
        }
    }
}
