internal import Dispatch
internal import Foundation
internal import Lineament
internal import LineamentVideo
internal import LineamentRender

/// The output of one annotated video, which is drawn and written while the next frames are read and processed.
///
/// Frames are drawn on all cores and written in order, to a video or as images to a folder.
final class AnnotatedVideoOutput {
    private struct Item: Sendable {
        let frame: VideoFrame
        let overlay: any Overlay
    }

    private struct Drawn: Sendable {
        let pixels: PixelBuffer
        let time: Double
    }

    private let target: AnnotationTarget
    private let reader: VideoReader
    private let stage: PipelineStage<Item, Drawn>
    /// The file, which is created with the first frame because a video without frames cannot be played.
    private var file: (replacement: AtomicFile, writer: VideoWriter)?
    private var writing: DispatchSemaphore?

    /// Creates the output.
    /// - Parameter source: the name of the video in errors.
    init(_ target: AnnotationTarget, reader: VideoReader, source: String) {
        self.target = target
        self.reader = reader
        let cores = Cores.available
        stage = PipelineStage(capacity: cores, workers: cores) { item in
            let pixels = try AnnotatedImage.drawn(item.overlay, over: item.frame.pixels, source: source)
            if case .frames(let folder) = target {
                let name = AnnotationTarget.frameName(item.frame.index)
                try AnnotatedImage.write(pixels, to: .image(folder.appendingPathComponent(name)))
            }
            return Drawn(pixels: pixels, time: item.frame.time)
        }
    }

    /// Adds a frame, blocking while too many are in flight.
    /// - Throws: the first error of an earlier frame, after which no more are written.
    func write(_ overlay: any Overlay, over frame: VideoFrame) throws {
        if writing == nil { try begin(overlay) }
        try stage.put(Item(frame: frame, overlay: overlay))
    }

    /// Waits until everything is written and moves the complete file to its destination.
    /// - Throws: the first error; an existing file at the destination then stays.
    func finish() throws {
        stage.close()
        writing?.wait()
        writing = nil
        do {
            // Rethrows the stage's error, if there was one.
            while try stage.next() != nil {}
            try file?.writer.finish()
            try file?.replacement.commit()
        } catch {
            cancel()
            throw error
        }
    }

    /// Discards the output; an existing file at the destination stays.
    func cancel() {
        stage.cancel()
        writing?.wait()
        writing = nil
        file?.replacement.discard()
        file = nil
    }

    /// Creates the output with the first frame, on the thread that reads the frames and thereby the audio to copy.
    private func begin(_ overlay: any Overlay) throws {
        let panelWidth = overlay.panelWidth(imageWidth: reader.width, imageHeight: reader.height)
        if case .video(let url) = target { file = try Self.makeFile(url, reader, panelWidth: panelWidth) }
        // Safe because only the thread created here uses the writer until it signals `done`.
        nonisolated(unsafe) let writer = file?.writer
        let done = DispatchSemaphore(value: 0)
        writing = done
        Thread.detachNewThread { [stage] in
            defer { done.signal() }
            do {
                while let drawn = try stage.next() { try writer?.write(drawn.pixels, time: drawn.time) }
            } catch {
                stage.cancel(error)
            }
        }
    }

    private static func makeFile(_ url: URL, _ reader: VideoReader, panelWidth: Int) throws -> (AtomicFile, VideoWriter)
    {
        try AnnotatedImage.makeFolder(for: url)
        let file = try AtomicFile(path: url.path)
        let writer = try VideoWriter(
            path: url.path, temporaryPath: file.writtenPath, width: reader.width + panelWidth,
            height: reader.height, frameRate: reader.frameRate ?? 30, soundFrom: reader)
        return (file, writer)
    }
}
