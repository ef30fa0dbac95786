/// What a task does with pictures, apart from the rules of running modes.
protocol FrameWorker: Sendable {
    /// What is remembered from one frame to the next.
    associatedtype Memory: Sendable
    associatedtype Output: Sendable

    func makeMemory() -> Memory

    /// Looks at a picture that has nothing to do with any other.
    func process(_ image: MPImage, timestamp: Int) throws -> Output

    /// Looks at the next frame of a video.
    func process(_ frame: MPImage, timestamp: Int, memory: inout Memory) throws -> Output
}
