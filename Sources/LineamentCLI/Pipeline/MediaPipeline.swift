internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentOutput
internal import LineamentRender
internal import LineamentVideo
internal import LiteRT

/// The processing of all inputs of a run: reading, inference, and writing in order.
///
/// Inputs are processed concurrently, except those that keep the machine busy on their own. Each writes its lines under
/// its index, and the output puts them in order.
struct MediaPipeline<Output: ResultOutput>: Sendable {
    let task: MediaTask<Output>
    let plan: MediaPlan
    let format: ResultFormat
    let decoder: ImageDecoder
    let readerOptions: VideoReader.Options
    /// The time limit for one image, in seconds; `nil` for none.
    let timeLimit: Double?
    /// The number of inputs to process at once.
    let workers: Int
    /// Whether options were given that concern videos only.
    let selectsFrames: Bool
    /// Whether neither progress nor a summary is shown.
    let isQuiet: Bool

    /// The number of inputs per worker that may start before the first unfinished one is done.
    private static var window: Int { 8 }

    /// Processes all inputs. After Ctrl-C, inputs that have started are finished.
    /// - Throws: `ExitCode` if an input failed or Ctrl-C was pressed, or the error of writing results.
    func run() throws {
        Interruption.watch()
        if selectsFrames, !plan.inputs.contains(where: \.isVideo), !isQuiet {
            StandardError.write(
                .note, "--start, --duration and --every apply only to videos; they are ignored for images.")
        }
        let file = try ResultFile(path: plan.results)
        defer { file.discard() }
        if format == .csv { try file.write(CSV.line(task.output.csvColumns + ["error"])) }
        let failures = try failures(writingTo: file)
        try file.commit()
        if Interruption.isRequested { throw ExitCode(Interruption.status) }
        if failures > 0 { throw ExitCode.failure }
    }

    private func failures(writingTo file: ResultFile) throws -> Int {
        let progress = ProgressLine(
            inputs: plan.inputs, subject: task.output.subject, isShown: !isQuiet,
            isLive: plan.results != nil || isatty(STDOUT_FILENO) == 0)
        defer { progress.end() }
        let output = OrderedOutput(file) { message in
            progress.clear()
            StandardError.write(.error, message)
        }
        let queue = InputQueue(isExclusive: plan.inputs.map(plan.isExclusive), window: Self.window * workers)
        let failures = Locked(0)
        let work: @Sendable (Int) -> Void = { index in
            do {
                let isDone = try complete(index, output, progress)
                if !isDone { failures.withLock { $0 += 1 } }
                progress.countInput(index, isDone: isDone)
            } catch {
                output.stop(error)
                queue.stop()
            }
            queue.finish(index)
        }
        while !queue.isAtEnd {
            if let index = queue.takeExclusive() { work(index) }
            // Within concurrentPerform, unlike on separate threads, the models know that helper threads would find no
            // free core.
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                while let index = queue.takeShared() { work(index) }
            }
        }
        try output.check()
        return failures.withLock { $0 }
    }

    /// Processes one input and writes its lines, the last with the error if it failed.
    /// - Returns: whether the input succeeded.
    /// - Throws: an error of the output, which ends the run.
    private func complete(_ index: Int, _ output: OrderedOutput, _ progress: ProgressLine) throws -> Bool {
        let input = plan.inputs[index]
        do {
            if case .video(let video) = input.origin {
                try completeVideo(video, index, output, progress)
            } else {
                try completeImage(index, output, progress)
            }
            try output.finish(index)
            return true
        } catch {
            try output.check()
            let failure = LineamentError(reporting: error)
            try output.write(failureLine(failure, of: input), of: index)
            try output.finish(index, message: failure.message.onOneLine)
            return false
        }
    }

    private func completeImage(_ index: Int, _ output: OrderedOutput, _ progress: ProgressLine) throws {
        let input = plan.inputs[index]
        let (pixels, result) = try detect(in: input)
        let target = plan.annotations[index]
        progress.count(subjects: task.output.count(result))
        func write(annotated: String?) throws {
            let head = ResultHead(
                source: input.source, relativePath: input.relativePath, width: pixels.width, height: pixels.height,
                annotated: annotated)
            try output.write(task.lines(result, head, as: format), of: index)
        }
        do {
            if let target {
                let overlay = task.overlay(result)
                try AnnotatedImage.write(
                    AnnotatedImage.drawn(overlay, over: pixels, source: input.source), to: target)
            }
        } catch {
            // What was found is written although it could not be drawn, as with videos.
            try write(annotated: nil)
            throw error
        }
        try write(annotated: target?.path(ofFrame: 0))
    }

    private func detect(in input: MediaInput) throws -> (PixelBuffer, Output.Result) {
        do {
            return try Deadline.within(timeLimit) {
                let pixels = try input.decode(decoder)
                try Deadline.check()
                return (pixels, try task.detect(MPImage(pixelBuffer: pixels)))
            }
        } catch let error as LineamentError where error.code == .deadlineExceeded {
            throw LineamentError(
                .deadlineExceeded,
                "\(input.source) took longer than \(String(format: "%g", timeLimit ?? 0)) s. Raise the limit with --timeout (0: none), or search "
                    + "faces less thoroughly with --range short.")
        }
    }

    private func failureLine(_ error: LineamentError, of input: MediaInput) -> String {
        switch format {
        case .text:
            return ""
        case .json:
            return JSONText.failure(error, source: input.source)
        case .csv:
            let empty = Array(repeating: "", count: task.output.csvColumns.count - 1)
            return CSV.line([input.source] + empty + [error.message])
        }
    }
}

extension MediaPipeline {
    private func completeVideo(
        _ video: VideoSource, _ index: Int, _ output: OrderedOutput, _ progress: ProgressLine
    ) throws {
        let target = plan.annotations[index]
        // Audio is copied while frames are read, so reading ahead is not possible then.
        var options = readerOptions
        options.cancellation = ReadCancellation { Interruption.isRequested }
        let frames = try PrefetchedFrames(video, options: options, readsAhead: target?.copiesSound != true)
        defer { frames.stop() }
        let drawing = target.map { AnnotatedVideoOutput($0, reader: frames.reader, source: plan.inputs[index].source) }
        defer { drawing?.cancel() }
        do {
            try detect(in: frames, index, output, drawing, progress)
        } catch let error as LineamentError where error.code == .cancelled && Interruption.isRequested {
            // What was read until Ctrl-C is complete.
        } catch {
            // The results before the damage are kept, both drawn and written.
            if (try? output.check()) != nil { try? drawing?.finish() }
            throw error
        }
        try drawing?.finish()
    }

    private func detect(
        in frames: PrefetchedFrames, _ index: Int, _ output: OrderedOutput, _ drawing: AnnotatedVideoOutput?,
        _ progress: ProgressLine
    ) throws {
        let input = plan.inputs[index]
        let detect = task.makeSession()
        let length = readerOptions.duration ?? frames.reader.duration.map { $0 - readerOptions.start }
        var isEmpty = true
        while !Interruption.isRequested {
            guard let frame = try frames.next() else {
                if isEmpty { throw LineamentError.withoutFrames(input.source, readerOptions) }
                return
            }
            isEmpty = false
            let result = try detect(MPImage(pixelBuffer: frame.pixels), frame.timestampInMilliseconds)
            let head = ResultHead(
                source: input.source, relativePath: input.relativePath, width: frame.pixels.width,
                height: frame.pixels.height, timestamp: frame.timestampInMilliseconds, frame: frame.index,
                annotated: plan.annotations[index]?.path(ofFrame: frame.index))
            progress.count(subjects: task.output.count(result))
            try output.write(task.lines(result, head, as: format), of: index)
            try drawing?.write(task.overlay(result), over: frame)
            progress.countFrame(of: index, time: frame.time - readerOptions.start, length: length)
        }
    }
}

extension LineamentError {
    fileprivate init(reporting error: any Error) {
        self =
            error as? LineamentError
            ?? LineamentError(.internal, error.localizedDescription, underlyingError: error)
    }

    fileprivate static func withoutFrames(_ name: String, _ options: VideoReader.Options) -> LineamentError {
        guard options.start == 0, options.duration == nil else {
            return LineamentError(
                .invalidArgument, "\(name) has no frames in the range of --start and --duration.")
        }
        return LineamentError(.dataLoss, "\(name) has no frames.")
    }
}
