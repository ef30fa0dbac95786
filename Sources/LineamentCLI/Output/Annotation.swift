internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMedia
internal import LineamentRender

/// Where annotated copies go: one file, or a folder for many.
enum Annotation: Sendable {
    case file(URL)
    case folder(URL)

    /// - Throws: `ValidationError` if one file is named for many inputs, or a file of a kind that is not written.
    init(path: String, inputs: [MediaInput]) throws {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if path.hasSuffix("/") || url.pathExtension.isEmpty || (exists && isFolder.boolValue) {
            self = .folder(url)
            return
        }
        guard inputs.count == 1 else {
            throw ValidationError("--annotate needs a folder for \(inputs.count) inputs, not the file \(path).")
        }
        let kind = path.lowercasedExtension
        if inputs[0].isVideo {
            guard VideoWriter.pathExtensions.contains(kind) else {
                throw ValidationError(
                    "--annotate writes a video as .\(VideoWriter.pathExtensions.joined(separator: ", .")), or its "
                        + "frames into a folder, not .\(kind).")
            }
        } else if ImageEncoder.Format(pathExtension: kind) == nil {
            throw ValidationError("--annotate writes .jpg, .png and .webp files, not .\(kind).")
        }
        self = .file(url)
    }

    /// Where the annotated copy of a picture goes.
    func target(of input: MediaInput) -> URL {
        switch self {
        case .file(let url): return url
        case .folder(let folder):
            let url = folder.appendingPathComponent(input.relativePath)
            let isWritable = ImageEncoder.Format(pathExtension: url.pathExtension) != nil
            return isWritable ? url : url.appendingPathExtension("png")
        }
    }
}

/// Draws over pictures and writes them.
enum AnnotatedPicture {
    static func draw(_ overlay: any Overlay, over pixels: PixelBuffer) throws -> PixelBuffer {
        let canvas = try Canvas(pixels.convertedToRGB())
        canvas.draw(overlay)
        return try canvas.picture()
    }

    static func write(_ overlay: any Overlay, over pixels: PixelBuffer, to url: URL) throws {
        try write(draw(overlay, over: pixels), to: url)
    }

    static func write(_ picture: PixelBuffer, to url: URL) throws {
        let format = ImageEncoder.Format(pathExtension: url.pathExtension) ?? .png
        let data = try ImageEncoder().encode(picture, as: format)
        try makeFolder(for: url)
        try naming(url) { try data.write(to: url, options: .atomic) }
    }

    /// Makes the folder that a file is to be written to.
    static func makeFolder(for url: URL) throws {
        try naming(url) {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
    }

    /// Restates errors of the file system as one that names the file.
    private static func naming(_ url: URL, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            throw LineamentError(
                .permissionDenied, "\(url.path) cannot be written: \(error.localizedDescription)",
                underlyingError: error)
        }
    }
}
