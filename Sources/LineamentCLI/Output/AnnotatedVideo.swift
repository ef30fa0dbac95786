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
            let writer = try writer ?? makeWriter()
            self.writer = writer
            try writer.write(AnnotatedPicture.draw(overlay, over: frame.pixels), time: frame.time)
        case .frames(let folder):
            let name = String(format: "frame-%06d.jpg", frame.index)
            try AnnotatedPicture.write(overlay, over: frame.pixels, to: folder.appendingPathComponent(name))
        }
    }

    func finish() throws {
        try writer?.finish()
    }

    private static func writer(_ url: URL, _ reader: VideoReader) throws -> VideoWriter {
        try AnnotatedPicture.makeFolder(for: url)
        return try VideoWriter(
            path: url.path, width: reader.width, height: reader.height, frameRate: reader.frameRate ?? 30,
            soundFrom: reader)
    }
}
