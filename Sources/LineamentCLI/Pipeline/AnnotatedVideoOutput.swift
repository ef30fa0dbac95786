// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Lineament
internal import LineamentVideo
internal import LineamentRender
internal import Locking

/// The annotated copy of one video, which is drawn and written while the next frames are read and processed.
///
/// Frames are drawn on all cores and written in order, to a video or as images to a folder. The lines of a frame follow
/// its drawing; after the first failure, lines are written without it.
final class AnnotatedVideoOutput {
    /// Writes the lines of a frame.
    /// - Parameter annotated: the path of the drawing; `nil` if the frame could not be drawn.
    typealias LineWriter = @Sendable (_ annotated: String?) throws -> Void

    private struct Item: Sendable {
        let frame: VideoFrame
        let overlay: any Overlay
        let writeLines: LineWriter
    }

    private struct Drawn: Sendable {
        let item: Item
        /// The pixels of the frame that the drawing changes, in a video; `nil` if that failed.
        let changes: DrawnChanges?
        /// Whether its image is written, in a folder.
        var isWritten = false
    }

    /// How videos are written.
    struct Encoding: Sendable {
        /// The treatment of the audio.
        enum Sound: Sendable {
            /// It is copied, or the video fails before any frame is read.
            case copied
            /// It is copied if the container can hold it.
            case copiedIfPossible
            case dropped
        }

        var sound = Sound.copiedIfPossible
        var options = VideoWriter.Options()
    }

    private struct VideoFile {
        let replacement: AtomicFile
        let writer: VideoWriter
    }

    private let target: AnnotationTarget
    private let reader: VideoReader
    private let sides: SideOutputs
    private let encoding: Encoding
    private let note: (String) -> Void
    private let stage: PipelineStage<Item, Drawn>
    /// The file, which is created with the first frame because a video without frames cannot be played.
    private let file = Locked<VideoFile?>(nil)
    private var writing: DispatchSemaphore?

    /// Creates the output.
    /// - Parameters:
    ///   - source: the name of the video in errors.
    ///   - sides: the outputs to which the drawing belongs.
    ///   - encoding: how a video is written.
    ///   - maxMemory: the memory that drawings may take, in bytes. One is always made.
    ///   - note: called with what the video will lack.
    /// - Throws: `LineamentError` if the video cannot be written as it should be, before any frame is read.
    init(
        _ target: AnnotationTarget, reader: VideoReader, source: String, sides: SideOutputs,
        encoding: Encoding, maxMemory: Int, note: @escaping (String) -> Void
    ) throws {
        var encoding = encoding
        if case .video(let url) = target { try Self.check(&encoding, url, reader, note) }
        self.encoding = encoding
        self.target = target
        self.reader = reader
        self.sides = sides
        self.note = note
        // At most the frame, also in RGB, the canvas, and the drawing.
        let pixels = reader.width * reader.height
        let fitting = maxMemory / max(1, 12 * pixels)
        let cores = min(Cores.available, max(1, fitting))
        stage = PipelineStage(capacity: cores, workers: cores) { item in
            let shown = item.frame.shown
            if target.isVideo {
                return Drawn(
                    item: item, changes: sides.attempt(.drawing) { try item.overlay.changes(of: shown, source: source) }
                )
            }
            let written: Void? = sides.attempt(.drawing) {
                let drawing = try item.overlay.drawn(over: shown.convertedToRGB(), source: source)
                try ImageOutput.write(drawing, to: target.file(ofFrame: item.frame.index))
            }
            return Drawn(item: item, changes: nil, isWritten: written != nil)
        }
    }

    /// Checks what can be known before the work.
    private static func check(
        _ encoding: inout Encoding, _ url: URL, _ reader: VideoReader, _ note: (String) -> Void
    ) throws {
        try encoding.options.check(for: url.path)
        encoding.options.copiesAudio = encoding.sound != .dropped
        guard encoding.options.copiesAudio else { return }
        if reader.unknownAudioTrackCount > 0 {
            note(
                "\(reader.name): FFmpeg does not know the codec of \(reader.unknownAudioTrackCount) of its audio tracks, which "
                    + "the copy lacks.")
        }
        do {
            try reader.checkAudio(fits: url.path)
        } catch let error as LineamentError where encoding.sound == .copiedIfPossible {
            encoding.options.copiesAudio = false
            note("\(error.message) The copy has no audio.")
        }
    }

    /// Adds a frame and its lines, blocking while too many are in flight.
    /// - Throws: the first error of writing lines, after which no more are written.
    func write(_ overlay: any Overlay, over frame: VideoFrame, lines: @escaping LineWriter) throws {
        if writing == nil { begin(overlay) }
        try stage.put(Item(frame: frame, overlay: overlay, writeLines: lines))
    }

    /// Waits until everything is written and moves the complete file to its destination.
    /// - Parameter keepsVideo: whether a video is kept; otherwise an existing file at the destination stays.
    /// - Throws: an error of writing lines or of completing the file; an existing file at the destination then stays.
    func finish(keepsVideo: Bool = true) throws {
        stage.close()
        writing?.wait()
        writing = nil
        do {
            // Rethrows the error of writing lines, if there was one.
            while try stage.next() != nil {}
            guard keepsVideo else { return Self.discard(file) }
            try file.withLock {
                try $0?.writer.finish()
                try $0?.replacement.commit()
            }
        } catch {
            cancel()
            throw error
        }
    }

    /// Discards the output, and lines that are not written yet; an existing file at the destination stays.
    func cancel() {
        stage.cancel()
        writing?.wait()
        writing = nil
        Self.discard(file)
    }

    /// Creates the file with the first frame, on the thread that reads the frames and thereby the audio to copy, and
    /// starts the thread that writes.
    private func begin(_ overlay: any Overlay) {
        let panelWidth = overlay.panelWidth(imageWidth: reader.width, imageHeight: reader.height)
        if case .video(let url) = target {
            let made = sides.attempt(.drawing) { try Self.makeFile(url, reader, panelWidth: panelWidth, encoding) }
            file.withLock { $0 = made }
            if let notice = made?.writer.notice { note(notice) }
        }
        let done = DispatchSemaphore(value: 0)
        writing = done
        Thread.detachNewThread { [target, sides, stage, file] in
            defer { done.signal() }
            do {
                while let drawn = try stage.next() {
                    // Images of frames were written where they were drawn.
                    let isWritten = target.isVideo ? Self.add(drawn, to: file, sides) : drawn.isWritten
                    let path = target.file(ofFrame: drawn.item.frame.index)?.relativePath
                    try drawn.item.writeLines(isWritten ? path : nil)
                }
            } catch {
                stage.cancel(error)
            }
        }
    }

    /// Adds a drawing to the video and returns whether that succeeded. If not, the file is discarded at once, which
    /// makes room on a full disk.
    private static func add(_ drawn: Drawn, to file: Locked<VideoFile?>, _ sides: SideOutputs) -> Bool {
        let isAdded = drawn.changes.flatMap { changes in
            sides.attempt(.drawing) {
                try file.withLock { file in
                    try file?.writer.write(changes, over: drawn.item.frame)
                    return file != nil
                }
            }
        }
        if isAdded != true { discard(file) }
        return isAdded == true
    }

    private static func discard(_ file: Locked<VideoFile?>) {
        file.withLock {
            $0?.replacement.discard()
            $0 = nil
        }
    }

    private static func makeFile(
        _ url: URL, _ reader: VideoReader, panelWidth: Int, _ encoding: Encoding
    ) throws -> VideoFile {
        try OutputPath.makeFolder(of: url)
        let replacement = try AtomicFile(path: url.path)
        let writer = try VideoWriter(
            path: url.path, temporaryPath: replacement.writtenPath, width: reader.width + panelWidth,
            height: reader.height, frameRate: reader.frameRate ?? 30,
            audioFrom: reader, options: encoding.options)
        return VideoFile(replacement: replacement, writer: writer)
    }
}
