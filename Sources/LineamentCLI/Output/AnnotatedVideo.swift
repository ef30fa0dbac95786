internal import Foundation
internal import Lineament
internal import LineamentMedia
internal import LineamentRender

/// Writes the annotated frames of one video: as a video, or as pictures into a folder.
final class AnnotatedVideo {
    private enum Target {
        /// Made with the first frame: a video without any could not be played.
        case video(() throws -> VideoWriter)
        case frames(URL)
    }

    private let target: Target
    private var writer: VideoWriter?
    private let output = OutputBehind()

    /// - Parameter isOnlyInput: a folder named for a single video takes its frames, for several inputs a video each.
    init(_ annotation: Annotation, of input: MediaInput, reader: VideoReader, isOnlyInput: Bool) {
        switch annotation {
        case .file(let url):
            target = .video { try Self.writer(url, reader) }
        case .folder(let folder) where isOnlyInput:
            target = .frames(folder)
        case .folder(let folder):
            let url = folder.appendingPathComponent(input.relativePath)
            let isWritable = VideoWriter.pathExtensions.contains(url.path.lowercasedExtension)
            target = .video { try Self.writer(isWritable ? url : url.appendingPathExtension("mp4"), reader) }
        }
    }

    func write(_ overlay: any Overlay, over frame: VideoFrame) throws {
        switch target {
        case .video(let makeWriter):
            // Made here: it takes the sound that this thread reads.
            let writer = try writer ?? makeWriter()
            self.writer = writer
            // Used by one thread at a time: the output's.
            nonisolated(unsafe) let behind = writer
            try output.add {
                try AnnotatedPicture.draw(overlay, over: frame.pixels)
            } write: { picture in
                try behind.write(picture, time: frame.time)
            }
        case .frames(let folder):
            let url = folder.appendingPathComponent(String(format: "frame-%06d.jpg", frame.index))
            try output.add {
                try AnnotatedPicture.write(overlay, over: frame.pixels, to: url)
            } write: { _ in
            }
        }
    }

    /// Completes what was begun, also after an error.
    func finish() throws {
        let outcome = Result { try output.finish() }
        try writer?.finish()
        try outcome.get()
    }

    private static func writer(_ url: URL, _ reader: VideoReader) throws -> VideoWriter {
        try AnnotatedPicture.makeFolder(for: url)
        return try VideoWriter(
            path: url.path, width: reader.width, height: reader.height, frameRate: reader.frameRate ?? 30,
            soundFrom: reader)
    }
}
