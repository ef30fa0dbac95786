// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentCapture
internal import LineamentRender
internal import LineamentTasks

/// The processing of one video, with its own tracks, whose answers come in order but may come later. Calls must not overlap.
protocol PreparedSession: Sendable {
    /// Processes the next frame, and returns the answers that are known by now.
    /// - Parameter shownMatrix: The color matrix by which players show the frame; `nil` for that of its pixels.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if its timestamp is not later than the last one.
    func add(_ frame: Frame, shownAs shownMatrix: ColorMatrix?) throws -> [any FrameAnswer]
    /// Returns the answers that are left at the end.
    func finish() throws -> [any FrameAnswer]
}

/// The answer to a frame. What is not asked for is not made.
protocol FrameAnswer: Sendable {
    /// The masks to send, one for each person; empty unless requested.
    var masks: [Mask] { get }
    /// The result, if people's movements can be recorded from it.
    var recordable: (any RecordableResult)? { get }
    /// Returns the lines of the result.
    func lines(_ format: ResultFormat) -> String
    /// Returns the annotated frame.
    func drawing() throws -> FrameDrawing
}

/// A frame and what was drawn over it.
struct FrameDrawing: Sendable {
    /// The frame, as players show it.
    let frame: PixelBuffer
    /// The pixels that the drawing changes.
    let changes: DrawnChanges
    /// The time of the frame, in seconds.
    let time: Double
}

/// The answers to the frames of one video, from a task with an output.
struct PreparedFrames<Output: ResultOutput>: PreparedSession {
    /// The size of the temporary file for the frames of one video that wait, in bytes.
    private static var maxFileSize: Int { 3 << 30 }

    /// The properties of a frame whose pixels wait elsewhere.
    private struct Waiting: Sendable {
        let head: ResultHead
        let time: Double
        let shownMatrix: ColorMatrix?
    }

    private let frames: PairedSession<Output.Result, Waiting>
    private let output: Output
    private let labels: LabelMode
    private let source: String

    /// - Parameters:
    ///   - worker: What processes the frames.
    ///   - output: How results are written and drawn.
    ///   - labels: The labels of drawings.
    ///   - source: The name of the video in lines.
    ///   - budget: The memory for frames that wait.
    init(
        _ worker: any FrameWorker<Output.Result>, _ output: Output, _ labels: LabelMode, _ source: String,
        _ budget: MemoryBudget
    ) {
        frames = PairedSession(worker, waitingIn: WaitingImages(budget: budget, fileSize: Self.maxFileSize))
        self.output = output
        self.labels = labels
        self.source = source
    }

    func add(_ frame: Frame, shownAs shownMatrix: ColorMatrix?) throws -> [any FrameAnswer] {
        let head = ResultHead(
            source: source, relativePath: "", width: frame.pixels.width, height: frame.pixels.height,
            timestamp: frame.milliseconds, frame: frame.index)
        return try frames.add(frame, Waiting(head: head, time: frame.seconds, shownMatrix: shownMatrix)).map(answer)
    }

    func finish() throws -> [any FrameAnswer] { try frames.finish().map(answer) }

    private func answer(_ pair: PairedSession<Output.Result, Waiting>.Pair) throws -> any FrameAnswer {
        Answer(result: try pair.result(), pair: pair, output: output, labels: labels)
    }

    private struct Answer: FrameAnswer {
        let result: Output.Result
        let pair: PairedSession<Output.Result, Waiting>.Pair
        let output: Output
        let labels: LabelMode

        var masks: [Mask] { output.masks(result) }
        var recordable: (any RecordableResult)? { output.recordable(result) }

        func lines(_ format: ResultFormat) -> String { output.lines(result, pair.info.head, as: format) }

        func drawing() throws -> FrameDrawing {
            let frame = try pair.image()
            let shown = frame.withColorMatrix(pair.info.shownMatrix ?? frame.colorMatrix)
            let changes = try output.overlay(result, labels: labels).changes(of: shown)
            return FrameDrawing(frame: shown, changes: changes, time: pair.info.time)
        }
    }
}
