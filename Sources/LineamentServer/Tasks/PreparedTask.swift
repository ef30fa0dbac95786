internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentOutput
internal import LineamentRender

/// A task with its models loaded and its output chosen. Safe to use from several threads.
struct PreparedTask: Sendable {
    /// The answer to an image and how long its steps took.
    struct Answer: Sendable {
        var body: Data
        var run: Duration
        var encode: Duration
    }

    private let answer: @Sendable (PixelBuffer, _ source: String, AnswerFormat) throws -> Answer
    /// The first line of CSV.
    let header: String
    /// Returns the line for an image or video that failed.
    let failure: @Sendable (LineamentError, _ source: String, ResultFormat) -> String
    /// Returns a session that processes the frames of one video, and keeps those that wait in memory of a budget.
    let makeSession: @Sendable (MemoryBudget) -> PreparedSession

    /// Creates a task from its operations.
    /// - Parameters:
    ///   - output: How results are written.
    ///   - labels: The labels of drawings.
    ///   - masks: Returns the masks to send after a result.
    ///   - archive: Returns a result as an archive of files, with its table.
    ///   - detect: Processes an image.
    ///   - makeSession: Returns what processes the frames of one video.
    init<Output: ResultOutput>(
        _ output: Output, labels: LabelMode, masks: @escaping @Sendable (Output.Result) -> [Mask] = { _ in [] },
        archive: @escaping @Sendable (Output.Result, ResultHead, _ table: (ResultHead) -> String) throws -> Data = {
            _, _, _ in
            Data()
        },
        detect: @escaping @Sendable (MPImage) throws -> Output.Result,
        makeSession: @escaping @Sendable () -> ResultSession<Output.Result>
    ) {
        header = output.csvHeader
        failure = { output.failureLine($0, source: $1, as: $2) }
        answer = { pixels, source, format in
            let clock = ContinuousClock()
            let start = clock.now
            let result = try detect(MPImage(pixelBuffer: pixels))
            let afterRun = clock.now
            let head = ResultHead(source: source, relativePath: "", width: pixels.width, height: pixels.height)
            let body =
                switch format {
                case .json: Data(output.json(result, head).utf8)
                case .csv: Data(output.csv(result, head).utf8)
                case .image(let kind):
                    try ImageEncoder().encode(output.overlay(result, labels: labels).drawn(over: pixels), as: kind)
                case .archive: try archive(result, head) { output.json(result, $0) }
                case .video: throw LineamentError(.invalidArgument, "An image is not answered with a video.")
                }
            return Answer(body: body, run: afterRun - start, encode: clock.now - afterRun)
        }
        self.makeSession = { budget in
            let session = makeSession()
            let waiting = WaitingFrames<WaitingFrame>(
                WaitingImages(budget: budget, fileSize: PreparedSession.maxFileSize))
            let answer = {
                @Sendable
                (
                    result: Output.Result, frame: WaitingFrame, pixels: @escaping @Sendable () throws -> PixelBuffer
                ) in
                PreparedSession.Answer(
                    time: frame.time,
                    lines: { output.lines(result, frame.head, as: $0) },
                    drawing: { try output.overlay(result, labels: labels).drawn(over: pixels()) },
                    masks: masks(result))
            }
            let answers = { @Sendable (results: [Output.Result]) in
                try results.map { found in
                    let frame = waiting.takeFirst()
                    let result = try session.completed?(found, MPImage(pixelBuffer: frame.image())) ?? found
                    return answer(result, frame.info) { try frame.image() }
                }
            }
            guard session.looksAhead else {
                return PreparedSession { frame in
                    try session.add(frame).map { answer($0, WaitingFrame(frame)) { frame.pixels } }
                } finish: {
                    []
                }
            }
            return PreparedSession { frame in
                try answers(waiting.add(WaitingFrame(frame), frame.pixels) { try session.add(frame) })
            } finish: {
                try answers(session.finish())
            }
        }
    }

    /// Creates a task from one of the library's.
    init<Task: ImageTask, Output: ResultOutput>(
        _ task: Task, _ output: Output, labels: LabelMode,
        masks: @escaping @Sendable (Output.Result) -> [Mask] = { _ in [] }
    ) where Task.Output == Output.Result {
        self.init(output, labels: labels, masks: masks) {
            try task.detect(image: $0)
        } makeSession: {
            let session = task.makeSession()
            return ResultSession { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
        }
    }

    /// Processes an image. In CSV, the answer has no header.
    func callAsFunction(_ pixels: PixelBuffer, source: String, as format: AnswerFormat) throws -> Answer {
        try answer(pixels, source, format)
    }
}

/// What is known of a frame while its pixels wait elsewhere.
private struct WaitingFrame: Sendable {
    let time: Double
    let head: ResultHead

    init(_ frame: PreparedSession.Frame) {
        time = frame.time
        var head = ResultHead(
            source: frame.source, relativePath: "", width: frame.pixels.width, height: frame.pixels.height)
        (head.timestamp, head.frame) = (frame.timestamp, frame.index)
        self.head = head
    }
}
