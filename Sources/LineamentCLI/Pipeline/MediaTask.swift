internal import Lineament
internal import LineamentRender

/// The operations that produce, write and draw one kind of result.
struct MediaTask<Output: Sendable>: Sendable {
    let csvColumns: [String]
    let detect: @Sendable (MPImage) throws -> Output
    /// Returns the detection function for the frames of one video.
    let makeSession: @Sendable () -> (MPImage, _ timestamp: Int) throws -> Output
    let write: @Sendable (Output, ResultHead, ResultFormat) throws -> String
    let overlay: @Sendable (Output) -> any Overlay
}

extension MediaTask {
    init<Task: ImageTask>(
        task: Task, csvColumns: [String],
        write: @escaping @Sendable (Output, ResultHead, ResultFormat) throws -> String,
        overlay: @escaping @Sendable (Output) -> any Overlay
    ) where Task.Output == Output {
        self.init(
            csvColumns: csvColumns,
            detect: { try task.detect(image: $0) },
            makeSession: {
                let session = task.makeSession()
                return { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            }, write: write, overlay: overlay)
    }
}
