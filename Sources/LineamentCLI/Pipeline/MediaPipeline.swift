// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender
internal import LineamentTasks
internal import LineamentVideo
internal import Locking

/// The processing of all inputs of a run: reading, inference, and writing in order.
///
/// Inputs are processed concurrently, except those that keep the machine busy on their own. Each writes its lines under
/// its index, and the output puts them in order.
struct MediaPipeline<Output: ResultOutput>: Sendable {
    /// How results are written and drawn; what is counted of them is up to the task of each input.
    let output: Output
    /// The inputs, outputs and limits.
    let media: MediaRun
    var readerOptions: VideoReader.Options
    /// The number of inputs to process at once.
    var workers: Int
    /// The memory that the decoded images of all workers may take together.
    var memory: DecodedMemoryBudget
    /// The options that were given and concern videos only.
    var videoOptions: [String]
    var labels = LabelMode.auto
    /// Advice for an image that takes too long, as the end of a sentence; `nil` if there is none.
    var speedHint: String?
    /// Writes the masks or crops of a result, if they were requested, and returns the paths of their files.
    var maskFiles: @Sendable (Output.Result, ResultHead) throws -> [String]? = { _, _ in nil }
    /// How annotated videos are written.
    var encoding = AnnotatedVideoOutput.Encoding()
    /// Returns the task for one input, by its index.
    let task: @Sendable (_ index: Int) throws -> any LoadedTask<Output>

    /// The number of inputs per worker that may start before the first unfinished one is done.
    private static var window: Int { 8 }

    var plan: MediaPlan { media.plan }
    /// Whether neither progress nor a summary is shown.
    var isQuiet: Bool { media.settings.messages.quiet }

    /// Creates the processing of all inputs by one task.
    init(_ task: any LoadedTask<Output>, _ media: MediaRun) {
        self.init(task.output, media) { _ in task }
    }

    /// Creates the processing of inputs, each by a task of its own.
    init(_ output: Output, _ media: MediaRun, task: @escaping @Sendable (_ index: Int) throws -> any LoadedTask<Output>)
    {
        self.output = output
        self.media = media
        self.task = task
        readerOptions = media.readerOptions
        workers = media.workers
        memory = DecodedMemoryBudget(limit: media.maxMemory)
        videoOptions = media.settings.input.range.selectsFrames ? ["--start", "--duration", "--every"] : []
    }

    /// Processes all inputs. After Ctrl-C, inputs that have started are finished.
    /// - Throws: `ExitCode` if an input failed or Ctrl-C was pressed, or the error of writing results.
    func run() throws {
        Interruption.watch()
        if let names = videoOptions.inWords, !plan.inputs.contains(where: \.isVideo), !isQuiet {
            let rule =
                videoOptions.count == 1
                ? "applies only to videos; it is ignored for images"
                : "apply only to videos; they are ignored for images"
            StandardError.write(.note, "\(names) \(rule).")
        }
        if let header = plan.existing?.results?.header, header != output.csvHeader {
            throw LineamentError(
                .invalidArgument,
                "\(plan.results ?? "") has other columns than these results. Name another file, or leave --skip-existing out."
            )
        }
        noteMissingLines()
        let file = try ResultFile(path: plan.results)
        defer { file.discard() }
        if media.format == .csv { try file.write(output.csvHeader) }
        let failures = try failures(writingTo: file)
        MessageLogHandler.reportImageWarnings()
        if media.settings.messages.verbose, !isQuiet {
            StandardError.write(.note, CoreUse.current.text(jobs: workers))
            if let gpu = GPUStatus.current { StandardError.write(.note, "GPU: \(gpu.summary).") }
        }
        try file.commit()
        if Interruption.isRequested { throw ExitCode(Interruption.status) }
        if failures > 0 { throw ExitCode.failure }
    }

    /// Says that a file of results will lack the lines of outputs that are there, as of a run that was killed.
    private func noteMissingLines() {
        guard let count = plan.existing?.count(withoutLinesAmong: plan.inputs), count > 0, !isQuiet,
            let path = plan.results,
            FileStatus(path: path).map({ $0.kind == .regularFile }) ?? true
        else { return }
        let what = count == 1 ? "1 input whose output is there has" : "\(count) inputs whose outputs are there have"
        StandardError.write(.note, "\(what) no line in \(path).")
    }

    private func failures(writingTo file: ResultFile) throws -> Int {
        let progress = ProgressLine(
            plan, subject: output.subject, isShown: !isQuiet, summarizesVideos: media.summarizesVideos,
            isLive: plan.results != nil || isatty(STDOUT_FILENO) == 0
                || (media.summarizesVideos && plan.inputs.count == 1 && plan.inputs[0].isVideo))
        defer { progress.end() }
        let writer = OrderedOutput(file) { message in
            progress.clear()
            StandardError.write(.error, message)
        }
        let queue = InputQueue(isExclusive: plan.inputs.map(plan.isExclusive), window: Self.window * workers)
        let failures = Locked(0)
        let reached = Locked<Set<Int>>([])
        let work: @Sendable (Int) -> Void = { index in
            reached.withLock { _ = $0.insert(index) }
            do {
                if let existing = plan.existing, existing.contains(index) {
                    try writer.write(existing.results?.lines(of: plan.inputs[index].source) ?? "", of: index)
                    try writer.finish(index)
                    progress.countSkipped(index)
                } else {
                    let isDone = try complete(index, writer, progress)
                    if !isDone { failures.withLock { $0 += 1 } }
                    progress.countInput(index, isDone: isDone)
                }
            } catch {
                writer.stop(error)
                queue.stop()
            }
            queue.finish(index)
        }
        while !queue.isAtEnd {
            if let index = queue.takeExclusive() { work(index) }
            DispatchQueue.concurrentPerform(iterations: workers) { _ in
                while let index = queue.takeShared() { CoreLoad.shared.call { work(index) } }
            }
        }
        try writer.check()
        try keepLines(butOf: reached.withLock { $0 }, in: file)
        return failures.withLock { $0 }
    }

    /// Writes the earlier lines of inputs whose outputs are there and whose turn has not come, as after Ctrl-C.
    private func keepLines(butOf reached: Set<Int>, in file: ResultFile) throws {
        guard let existing = plan.existing else { return }
        for index in plan.inputs.indices where existing.contains(index) && !reached.contains(index) {
            try file.write(existing.results?.lines(of: plan.inputs[index].source) ?? "")
        }
    }

    /// Processes one input and writes its lines, the last with the error if it failed.
    /// - Returns: whether the input succeeded.
    /// - Throws: an error of the output, which ends the run.
    private func complete(_ index: Int, _ writer: OrderedOutput, _ progress: ProgressLine) throws -> Bool {
        let input = plan.inputs[index]
        do {
            if case .video(let video) = input.origin {
                try completeVideo(video, index, writer, progress)
            } else {
                try completeImage(index, writer, progress)
            }
            try writer.finish(index)
            return true
        } catch let error as ClosedOutput {
            throw error
        } catch {
            try writer.check()
            let failure = LineamentError(reporting: error)
            try writer.write(
                output.failureLine(failure, source: input.source, as: media.format), of: index)
            let isExpected = failure.code == .cancelled && Interruption.isRequested
            let isTold = error is AlreadyReportedError || isExpected
            try writer.finish(index, message: isTold ? nil : failure.summary.onOneLine)
            return false
        }
    }

    /// An image that was read, and its result.
    private struct DetectedImage {
        let pixels: PixelBuffer
        /// The bytes of its file.
        let file: Data
        let result: Output.Result
    }

    /// The parts of an image that remain after its pixels and masks are released.
    private struct Analysis {
        let lines: String
        /// The error of writing masks or of drawing.
        let failure: (any Error)?
    }

    private func completeImage(_ index: Int, _ writer: OrderedOutput, _ progress: ProgressLine) throws {
        let analysis = try analyze(index, progress)
        // Results are written even if masks or drawing failed, as for videos. Writing may wait for earlier inputs, which may
        // be waiting for memory, so the reservation has been released by now.
        try writer.write(analysis.lines, of: index)
        if let failure = analysis.failure { throw failure }
    }

    private func analyze(_ index: Int, _ progress: ProgressLine) throws -> Analysis {
        let input = plan.inputs[index]
        let task = try task(index)
        let reservation = memory.reservation()
        defer { reservation.release() }
        let detected = try detect(task, in: index, progress) { count in
            try Deadline.paused { try reservation.wait(for: count) }
        }
        let pixels = detected.pixels
        let result = detected.result
        progress.count(
            subjects: task.output.count(result),
            withoutLandmarks: task.output.facesWithoutLandmarks(result).count)
        var head = ResultHead(
            source: input.source, relativePath: input.relativePath, width: pixels.width, height: pixels.height)
        let target = plan.annotations[index]
        let drawing = Result {
            guard let target else { return }
            let overlay = task.output.overlay(result, labels: labels)
            let original = overlay.original(of: pixels, from: detected.file)
            try ImageOutput.write(
                overlay.drawn(over: pixels, source: input.source), over: original, to: target.file())
            let format = target.file().flatMap { ImageEncoder.Format(pathExtension: $0.pathExtension) } ?? .png
            if let loss = original.colorLoss(as: format), !isQuiet {
                progress.clear()
                StandardError.write(
                    .note,
                    "\(input.source): the copy does not say that its colors are those of \(loss), so they look wrong. A copy as .png does."
                        .onOneLine)
            }
        }
        if case .success = drawing { head.annotated = target?.file()?.relativePath }
        let masks = Result { [head] in try maskFiles(result, head) }
        head.maskFiles = try? masks.get()
        let lines = task.output.lines(result, head, as: media.format)
        return Analysis(lines: lines, failure: masks.failure ?? drawing.failure)
    }

    private func detect(
        _ task: any LoadedTask<Output>, in index: Int, _ progress: ProgressLine,
        willDecode: @escaping @Sendable (_ byteCount: Int) throws -> Void
    ) throws -> DetectedImage {
        let input = plan.inputs[index]
        var decoder = media.decoder
        decoder.willDecode = willDecode
        do {
            return try Deadline.within(media.timeLimit) {
                let read = try input.decode(decoder) { note in
                    guard !isQuiet else { return }
                    progress.clear()
                    StandardError.write(.note, note.onOneLine)
                }
                try Deadline.check()
                let result = try task.detect(MPImage(pixelBuffer: read.pixels))
                return DetectedImage(pixels: read.pixels, file: read.file, result: result)
            }
        } catch let error as LineamentError where error.code == .deadlineExceeded {
            throw LineamentError(
                .deadlineExceeded,
                "\(input.source) took longer than \(String(format: "%g", media.timeLimit ?? 0)) s. "
                    + "Raise the limit with --timeout (0: none)\(speedHint.map { ", or \($0)" } ?? "").")
        }
    }
}

extension Result {
    /// The error; `nil` for a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
