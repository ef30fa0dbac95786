internal import Lineament
internal import LineamentOutput
internal import LineamentRender

/// The operations that produce, write and draw one kind of result.
struct MediaTask<Output: ResultOutput>: Sendable {
    let output: Output
    let labels: LabelMode
    /// Advice for an image that takes too long, as the end of a sentence; `nil` if there is none.
    var speedHint: String?
    /// Writes the masks of a result, if they were requested, and returns the paths of their files.
    var maskFiles: @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    let detect: @Sendable (MPImage) throws -> Output.Result
    /// Returns the detection function for the frames of one video.
    let makeSession: @Sendable () -> (MPImage, _ timestamp: Int) throws -> Output.Result

    func overlay(_ result: Output.Result) -> any Overlay { output.overlay(result, labels: labels) }
}

extension MediaTask {
    init<Task: ImageTask>(
        _ task: Task, output: Output, labels: LabelMode, speedHint: String?,
        maskFiles: @escaping @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    ) where Task.Output == Output.Result {
        self.init(
            output: output, labels: labels, speedHint: speedHint, maskFiles: maskFiles,
            detect: { try task.detect(image: $0) },
            makeSession: {
                let session = task.makeSession()
                return { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            })
    }
}
