/// A result, or part of one, that can be mirrored from left to right.
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
