// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks

/// A task with its models loaded and its output chosen. Safe to use from several threads.
struct PreparedTask: Sendable {
    /// The answer to an image and how long its steps took.
    struct Answer: Sendable {
        var body: Data
        var run: Duration
        var encode: Duration
    }

    private let answer: @Sendable (PixelBuffer, _ file: Data, _ source: String, AnswerFormat) throws -> Answer
    /// The first line of CSV.
    let header: String
    /// Returns the line for an image or video that failed.
    let failure: @Sendable (LineamentError, _ source: String, ResultFormat) -> String
    /// Returns a session that processes the frames of one video, and keeps those that wait in memory of a budget.
    let makeSession: @Sendable (MemoryBudget) -> PreparedSession

    /// Creates a task.
    /// - Parameters:
    ///   - task: The task to run.
    ///   - labels: The labels of drawings.
    ///   - archive: Returns a result as an archive of files, with its table.
    init<Output: ResultOutput>(
        _ task: LoadedTask<Output>, labels: LabelMode,
        archive: @escaping @Sendable (Output.Result, ResultHead, _ table: (ResultHead) -> String) throws -> Data = {
            _, _, _ in
            Data()
        }
    ) {
        let output = task.output
        header = output.csvHeader
        failure = { output.failureLine($0, source: $1, as: $2) }
        answer = { pixels, file, source, format in
            let clock = ContinuousClock()
            let start = clock.now
            let result = try task.detect(MPImage(pixelBuffer: pixels))
            let afterRun = clock.now
            let head = ResultHead(source: source, relativePath: "", width: pixels.width, height: pixels.height)
            let body =
                switch format {
                case .json: Data(output.json(result, head).utf8)
                case .csv: Data(output.lines(result, head, as: .csv).utf8)
                case .image(let kind):
                    try output.overlay(result, labels: labels).copy(of: pixels, from: file, as: kind)
                case .archive: try archive(result, head) { output.json(result, $0) }
                case .video, .plan, .planLines:
                    throw LineamentError(.invalidArgument, "An image is not answered with \(format.mediaType) here.")
                }
            return Answer(body: body, run: afterRun - start, encode: clock.now - afterRun)
        }
        makeSession = { budget in
            let session = PairedSession<Output.Result, WaitingFrame>(
                task.makeSession(), waitingIn: WaitingImages(budget: budget, fileSize: PreparedSession.maxFileSize))
            let answer = { @Sendable (pair: PairedSession<Output.Result, WaitingFrame>.Pair) throws in
                let result = try pair.result()
                return PreparedSession.Answer(
                    lines: { output.lines(result, pair.info.head, as: $0) },
                    drawing: {
                        let frame = try pair.image()
                        let shown = frame.withColorMatrix(pair.info.shownMatrix ?? frame.colorMatrix)
                        return PreparedSession.Drawing(
                            frame: shown, changes: try output.overlay(result, labels: labels).changes(of: shown),
                            time: pair.info.time)
                    },
                    masks: output.masks(result), recordable: result as? any RecordableResult)
            }
            return PreparedSession { frame in
                try session.add(
                    WaitingFrame(frame), frame.pixels,
                    at: FramePlace(
                        milliseconds: frame.timestamp, seconds: frame.time, index: frame.index,
                        container: frame.container)
                ).map(answer)
            } finish: {
                try session.finish().map(answer)
            }
        }
    }

    /// Processes an image. In CSV, the answer has no header.
    /// - Parameter file: The bytes of the file that the pixels are from.
    func callAsFunction(
        _ pixels: PixelBuffer, from file: Data, source: String, as format: AnswerFormat
    ) throws -> Answer {
        try answer(pixels, file, source, format)
    }
}

/// A frame whose pixels wait elsewhere.
private struct WaitingFrame: Sendable {
    let time: Double
    let shownMatrix: ColorMatrix?
    let head: ResultHead

    init(_ frame: PreparedSession.Frame) {
        time = frame.time
        shownMatrix = frame.shownMatrix
        var head = ResultHead(
            source: frame.source, relativePath: "", width: frame.pixels.width, height: frame.pixels.height)
        head.timestamp = frame.timestamp
        head.frame = frame.index
        self.head = head
    }
}
