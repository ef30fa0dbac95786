// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks

/// A task or tool with its models loaded, whatever its results are. Safe to use from several threads.
protocol PreparedTask: Sendable {
    /// The first line of CSV.
    var header: String { get }
    /// Returns the line for an image or video that failed.
    func failure(_ error: LineamentError, _ source: String, _ format: ResultFormat) -> String
    /// Processes an image. In CSV, the answer has no header.
    /// - Parameter file: The bytes of the file that the pixels are from.
    func answer(
        _ pixels: PixelBuffer, from file: Data, source: String, as format: AnswerFormat
    ) throws -> PreparedAnswer
    /// Returns a session that processes the frames of one video, and keeps those that wait in memory of a budget.
    func makeSession(_ source: String, _ budget: MemoryBudget) throws -> any PreparedSession
}

/// The answer to an image, and how long its steps took.
struct PreparedAnswer: Sendable {
    var body: Data
    let run: Duration
    let encode: Duration
}

/// The answers of a task of one kind.
struct PreparedOutput<Task: LoadedTask>: PreparedTask {
    typealias Archive = @Sendable (Task.Output.Result, ResultHead, _ table: (ResultHead) -> String) throws -> Data

    let task: Task
    let labels: LabelMode
    private let archive: Archive?

    /// - Parameters:
    ///   - task: The task to run.
    ///   - labels: The labels of drawings.
    ///   - archive: Returns a result as an archive of files, with its table; `nil` if it has no files.
    init(_ task: Task, labels: LabelMode = .auto, archive: Archive? = nil) {
        self.task = task
        self.labels = labels
        self.archive = archive
    }

    var header: String { task.output.csvHeader }

    func failure(_ error: LineamentError, _ source: String, _ format: ResultFormat) -> String {
        task.output.failureLine(error, source: source, as: format)
    }

    func answer(
        _ pixels: PixelBuffer, from file: Data, source: String, as format: AnswerFormat
    ) throws -> PreparedAnswer {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try task.detect(MPImage(pixelBuffer: pixels))
        let afterRun = clock.now
        let head = ResultHead(source: source, relativePath: "", width: pixels.width, height: pixels.height)
        let body = try body(result, head, of: pixels, from: file, as: format)
        return PreparedAnswer(body: body, run: afterRun - start, encode: clock.now - afterRun)
    }

    private func body(
        _ result: Task.Output.Result, _ head: ResultHead, of pixels: PixelBuffer, from file: Data,
        as format: AnswerFormat
    ) throws -> Data {
        switch format {
        case .json: return Data(task.output.json(result, head).utf8)
        case .csv: return Data(task.output.lines(result, head, as: .csv).utf8)
        case .image(let kind):
            return try task.output.overlay(result, labels: labels).copy(of: pixels, from: file, as: kind)
        case .archive:
            if let archive { return try archive(result, head) { task.output.json(result, $0) } }
        case .video, .plan, .planLines: break
        }
        throw LineamentError(.invalidArgument, "An image is not answered with \(format.mediaType) here.")
    }

    func makeSession(_ source: String, _ budget: MemoryBudget) throws -> any PreparedSession {
        PreparedFrames(try task.makeWorker(), task.output, labels, source, budget)
    }
}
