// SPDX-License-Identifier: Apache-2.0

/// The computation of a task: from an image to a result, or from a frame and the state of its video to a result.
///
/// Running modes, timestamps and locking are handled around it by ``TaskRunner``, ``FrameSession`` and ``LiveStream``.
protocol FramePipeline: Sendable {
    /// The state kept from one frame of a video to the next.
    associatedtype Memory: Sendable
    /// The result of the task.
    associatedtype Output: Sendable

    /// Whether images with a mirrored orientation are processed.
    var acceptsMirroredOrientations: Bool { get }

    /// Returns the state before the first frame of a video.
    func makeMemory() -> Memory

    /// Processes a single image, and returns the result in coordinates of the image as stored.
    func process(_ image: PipelineImage, timestamp: Int) throws -> Output

    /// Processes the next frame of a video, and returns the result in coordinates of the frame as stored.
    func process(_ frame: PipelineImage, timestamp: Int, memory: inout Memory) throws -> Output
}

extension FramePipeline {
    /// Processes a single image of any orientation that the options accept.
    func process(anyOrientation image: MPImage, timestamp: Int) throws -> Output {
        try process(PipelineImage(image, acceptsMirrored: acceptsMirroredOrientations), timestamp: timestamp)
    }
}
