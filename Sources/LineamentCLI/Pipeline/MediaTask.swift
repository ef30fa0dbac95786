internal import Lineament
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo

/// The operations that produce, write and draw one kind of result.
struct MediaTask<Output: ResultOutput>: Sendable {
    let output: Output
    let labels: LabelMode
    /// Advice for an image that takes too long, as the end of a sentence; `nil` if there is none.
    var speedHint: String?
    /// Writes the masks of a result, if they were requested, and returns the paths of their files.
    var maskFiles: @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    let detect: @Sendable (MPImage) throws -> Output.Result
    /// Returns what processes the frames of one video.
    let makeSession: @Sendable () -> FrameProcessor<Output.Result>

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
                return FrameProcessor { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
            })
    }
}

/// The processing of the frames of one video, whose results come in order but may come later.
struct FrameProcessor<Result> {
    /// A result, and its frame, which may have to be read from a file.
    struct Processed {
        let frame: () throws -> VideoFrame
        let result: Result
    }

    /// Takes the next frame, and returns the frames whose results are known by now.
    let add: (VideoFrame) throws -> [Processed]
    /// Returns the frames that are left at the end of the video.
    let finish: () throws -> [Processed]

    init(add: @escaping (VideoFrame) throws -> [Processed], finish: @escaping () throws -> [Processed]) {
        (self.add, self.finish) = (add, finish)
    }

    /// Creates a processor whose results come at once.
    init(_ detect: @escaping (MPImage, _ timestamp: Int) throws -> Result) {
        self.init { frame in
            let result = try detect(MPImage(pixelBuffer: frame.pixels), frame.timestampInMilliseconds)
            return [Processed(frame: { frame }, result: result)]
        } finish: {
            []
        }
    }
}
