// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentTasks
internal import LineamentVideo
internal import Locking

extension MediaPipeline {
    private typealias Session = PairedSession<Output.Result, WaitingFrame>

    /// Processes a video, camera or stream, and writes the lines of its frames.
    ///
    /// The first mask or drawing that cannot be written ends the masks or the drawing, but not the results.
    /// - Throws: an error of reading, of detection, or of the output, or at the end the first error of masks and
    ///   drawing.
    func completeVideo(
        _ video: VideoSource, _ index: Int, _ writer: OrderedOutput, _ progress: ProgressLine
    ) throws {
        let source = plan.inputs[index].source
        let target = plan.annotations[index]
        // Audio is copied while frames are read, so reading ahead is not possible then.
        var options = readerOptions
        options.cancellation = ReadCancellation { Interruption.isRequested }
        options.waitingAudio = target?.isVideo == true && encoding.sound != .dropped ? .kept : .dropped
        let frames: PrefetchedFrames
        do {
            frames = try PrefetchedFrames(
                video, options: options, readsAhead: target?.isVideo != true, maxMemory: media.maxMemory / 8)
        } catch let error as LineamentError {
            throw plan.inputs[index].openingError(error)
        }
        defer { frames.stop() }
        let sides = SideOutputs(of: source, report: writer.reportAtOnce)
        let drawing = try target.map {
            try AnnotatedVideoOutput(
                $0, reader: frames.reader, source: source, sides: sides, encoding: encoding,
                maxMemory: media.maxMemory / 2
            ) { note in
                guard !isQuiet else { return }
                progress.clear()
                StandardError.write(.note, note.onOneLine)
            }
        }
        defer { drawing?.cancel() }
        let summary = Locked(VideoSummary(of: output.subject))
        func finish(keepsCopy: Bool = true) throws {
            try drawing?.finish(keepsVideo: keepsCopy)
            guard media.summarizesVideos else { return }
            // Results may go to the terminal that the progress line stands on.
            progress.clear()
            let path = target?.file()?.relativePath
            try writer.write(summary.withLock { $0 }.text(source: source, drawing: path), of: index)
        }
        var isWhole = false
        do {
            isWhole = try detect(task(index), in: frames, index, writer, sides, drawing, summary, progress)
        } catch let error as LineamentError where error.code == .cancelled && Interruption.isRequested {
            // The frames that were read until Ctrl-C are complete.
        } catch {
            // The results before the damage are kept, both drawn and written.
            if (try? writer.check()) != nil { try? finish() }
            throw error
        }
        let keepsCopy = isWhole || plan.keepsPartialCopies || !plan.inputs[index].isVideoFile
        try finish(keepsCopy: keepsCopy)
        try sides.check()
        plan.masks?.mark(plan.inputs[index].relativePath, isWhole: isWhole)
        guard keepsCopy || target?.isVideo != true else {
            throw LineamentError(.cancelled, "\(source) was interrupted, so its copy is not kept.")
        }
    }

    /// Processes the frames of a video.
    /// - Returns: whether all of them were read.
    private func detect(
        _ task: any LoadedTask<Output>, in frames: PrefetchedFrames, _ index: Int, _ writer: OrderedOutput,
        _ sides: SideOutputs,
        _ drawing: AnnotatedVideoOutput?, _ summary: Locked<VideoSummary>, _ progress: ProgressLine
    ) throws -> Bool {
        let images = WaitingImages(budget: MemoryBudget(limit: media.maxWaiting))
        let session = Session(try task.makeWorker(), waitingIn: images)
        let keepsPlanes = plan.annotations[index]?.isVideo == true
        let length = readerOptions.duration ?? frames.reader.duration.map { $0 - readerOptions.start }
        var isEmpty = true
        func write(_ pair: Session.Pair) throws {
            let frame = try pair.info.frame(pair.image())
            let result = try pair.result()
            if !media.summarizesVideos {
                progress.count(
                    subjects: task.output.count(result),
                    withoutLandmarks: task.output.facesWithoutLandmarks(result).count)
            }
            let head = head(of: frame, index, result, sides)
            let writeLines: AnnotatedVideoOutput.LineWriter = { annotated in
                guard !media.summarizesVideos else {
                    return summary.withLock {
                        $0.add(
                            count: task.output.count(result), trackIDs: task.output.trackIDs(result),
                            time: frame.timestampInMilliseconds)
                    }
                }
                var head = head
                head.annotated = annotated
                try writer.write(task.output.lines(result, head, as: media.format), of: index)
            }
            if let drawing {
                try drawing.write(task.output.overlay(result, labels: labels), over: frame, lines: writeLines)
            } else {
                try writeLines(nil)
            }
        }
        while !Interruption.isRequested {
            guard let frame = try next(of: frames, session, write) else {
                if isEmpty { throw LineamentError.withoutFrames(plan.inputs[index].source, readerOptions) }
                return true
            }
            isEmpty = false
            let results: [Session.Pair]
            do {
                results = try session.add(
                    frame.frame, WaitingFrame(frame, keepsPlanes: keepsPlanes, in: images))
            } catch {
                try session.finish().forEach(write)
                throw error
            }
            try results.forEach(write)
            progress.countFrame(of: index, time: frame.time - readerOptions.start, length: length)
        }
        try session.finish().forEach(write)
        return false
    }

    /// Returns the next frame; `nil` at the end, after the results that were still to come have been written. They are
    /// also written if reading fails.
    private func next(
        of frames: PrefetchedFrames, _ session: Session,
        _ write: (Session.Pair) throws -> Void
    ) throws -> VideoFrame? {
        do {
            if let frame = try frames.next() { return frame }
        } catch {
            try session.finish().forEach(write)
            throw error
        }
        try session.finish().forEach(write)
        return nil
    }

    /// Returns the head of a frame's result, after writing its masks.
    private func head(of frame: VideoFrame, _ index: Int, _ result: Output.Result, _ sides: SideOutputs) -> ResultHead {
        let input = plan.inputs[index]
        var head = ResultHead(
            source: input.source, relativePath: input.relativePath, width: frame.pixels.width,
            height: frame.pixels.height, timestamp: frame.timestampInMilliseconds, frame: frame.index)
        head.maskFiles = sides.attempt(.masks) { [head] in try maskFiles(result, head) } ?? nil
        return head
    }
}

extension LineamentError {
    fileprivate static func withoutFrames(_ name: String, _ options: VideoReader.Options) -> LineamentError {
        guard options.start == 0, options.duration == nil else {
            return LineamentError(
                .invalidArgument, "\(name) has no frames in the range of --start and --duration.")
        }
        return LineamentError(.dataLoss, "\(name) has no frames.")
    }
}

/// A frame whose pixels wait elsewhere.
private struct WaitingFrame: Sendable {
    private let description: VideoFrame.Description
    /// The planes of which the pixels are a part.
    private let stored: WaitingImages.Place?

    init(_ frame: VideoFrame, keepsPlanes: Bool, in images: WaitingImages) throws {
        let planes = keepsPlanes ? try frame.storedPlanes() : nil
        description = frame.description(planes)
        stored = try planes.map { try images.add($0.bytes) }
    }

    func frame(_ pixels: PixelBuffer) throws -> VideoFrame {
        try VideoFrame(description, pixels: pixels, stored: stored?.image())
    }
}
