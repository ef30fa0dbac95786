internal import Dispatch
internal import Foundation
internal import Lineament
internal import LineamentVideo
internal import LineamentRender

/// Draws and writes the annotated frames of one video while its next frames are read and looked at.
///
/// Frames are drawn on all cores and written in order: into a video, or as images into a folder.
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
    /// Set with the first frame: a video without any could not be played.
    private var file: (replacement: AtomicFile, writer: VideoWriter)?
    private var writing: DispatchSemaphore?

    init(_ target: AnnotationTarget, reader: VideoReader) {
        self.target = target
        self.reader = reader
        let cores = Cores.available
        stage = PipelineStage(capacity: cores, workers: cores) { item in
            let pixels = try AnnotatedImage.draw(item.overlay, over: item.frame.pixels)
            if case .frames(let folder) = target {
                try AnnotatedImage.write(pixels, to: folder.appendingPathComponent(item.frame.annotatedName))
            }
            return Drawn(pixels: pixels, time: item.frame.time)
        }
    }

    /// Adds a frame; waits while too many are on their way.
    /// - Throws: the first error of an earlier frame; no more are written after it.
    func write(_ overlay: any Overlay, over frame: VideoFrame) throws {
        if writing == nil { try begin() }
        try stage.put(Item(frame: frame, overlay: overlay))
    }

    /// Waits until everything is written, and puts the whole file in its place.
    /// - Throws: the first error; then what stood in the file's place is left.
    func finish() throws {
        stage.close()
        writing?.wait()
        writing = nil
        do {
            // After an error the stage has it still; after the last frame there is none.
            while try stage.next() != nil {}
            try file?.writer.finish()
            try file?.replacement.commit()
        } catch {
            cancel()
            throw error
        }
    }

    /// Gives up what is not written; what stood in the file's place is left.
    func cancel() {
        stage.cancel()
        writing?.wait()
        writing = nil
        file?.replacement.discard()
        file = nil
    }

    /// Called with the first frame, on the thread that reads frames, and with them the sound that the writer copies.
    private func begin() throws {
        if case .video(let url) = target { file = try Self.makeFile(url, reader) }
        // Used by one thread at a time: the one made here, until it says that it is done.
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

    private static func makeFile(_ url: URL, _ reader: VideoReader) throws -> (AtomicFile, VideoWriter) {
        try AnnotatedImage.makeFolder(for: url)
        let file = try AtomicFile(path: url.path)
        let writer = try VideoWriter(
            path: url.path, temporaryPath: file.writtenPath, width: reader.width, height: reader.height,
            frameRate: reader.frameRate ?? 30, soundFrom: reader)
        return (file, writer)
    }
}

extension VideoFrame {
    /// What the frame's annotated image is called in a folder of them.
    fileprivate var annotatedName: String { String(format: "frame-%06d.jpg", index) }
}
