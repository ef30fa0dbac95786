internal import Lineament
internal import LineamentOutput
internal import LineamentRender

/// The operations that produce, write and draw one kind of result.
struct MediaTask<Output: ResultOutput>: Sendable {
    let output: Output
    let labels: LabelMode
    /// The folder for masks, if they were requested, and the masks of a result.
    var maskFiles: @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    let detect: @Sendable (MPImage) throws -> Output.Result
    /// Returns the detection function for the frames of one video.
    let makeSession: @Sendable () -> (MPImage, _ timestamp: Int) throws -> Output.Result

    /// Returns the lines of a result, after writing its masks.
    func lines(_ result: Output.Result, _ head: ResultHead, as format: ResultFormat) throws -> String {
        var head = head
        head.maskFiles = try maskFiles(result, head)
        return output.lines(result, head, as: format)
    }

    func overlay(_ result: Output.Result) -> any Overlay { output.overlay(result, labels: labels) }
}

extension MediaTask {
    init<Task: ImageTask>(
        _ task: Task, output: Output, labels: LabelMode,
        maskFiles: @escaping @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    ) where Task.Output == Output.Result {
        self.init(
            output: output, labels: labels, maskFiles: maskFiles, detect: { try task.detect(image: $0) },
            makeSession: {
                let session = task.makeSession()
                return { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            })
    }
}
