/// The computation of a task: from an image to a result, or from a frame and the state of its video to a result.
///
/// Running modes, timestamps and locking are handled around it by ``TaskRunner``, ``FrameSession`` and ``LiveStream``.
protocol FramePipeline: Sendable {
    /// The state kept from one frame of a video to the next.
    associatedtype Memory: Sendable
    /// The result of the task.
    associatedtype Output: Sendable

    /// Returns the state before the first frame of a video.
    func makeMemory() -> Memory

    /// Processes a single image.
    func process(_ image: MPImage, timestamp: Int) throws -> Output

    /// Processes the next frame of a video.
    func process(_ frame: MPImage, timestamp: Int, memory: inout Memory) throws -> Output
}
