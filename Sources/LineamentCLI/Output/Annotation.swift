internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentMedia
internal import LineamentRender

/// Where annotated copies go: one file, or a folder for many.
enum Annotation: Sendable {
    case file(URL)
    case folder(URL)

    /// - Throws: `ValidationError` if one file is named for many pictures, or a file of a kind that is not written.
    init(path: String, inputCount: Int) throws {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let namesFolder = path.hasSuffix("/") || url.pathExtension.isEmpty || (exists && isFolder.boolValue)
        if namesFolder {
            self = .folder(url)
        } else if ImageEncoder.Format(pathExtension: url.pathExtension) == nil {
            throw ValidationError(
                "--annotate writes .jpg, .png and .webp files, not .\(url.pathExtension).")
        } else if inputCount > 1 {
            throw ValidationError("--annotate needs a folder for \(inputCount) pictures, not the file \(path).")
        } else {
            self = .file(url)
        }
    }

    /// Draws `overlay` over `pixels` and writes the picture.
    func write(_ overlay: some Overlay, over pixels: PixelBuffer, of input: PictureInput) throws {
        let url = target(of: input)
        let canvas = try Canvas(pixels)
        canvas.draw(overlay)
        let format = ImageEncoder.Format(pathExtension: url.pathExtension) ?? .png
        let data = try ImageEncoder().encode(canvas.picture(), as: format)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } catch {
            throw LineamentError(
                .permissionDenied, "\(url.path) cannot be written: \(error.localizedDescription)",
                underlyingError: error)
        }
    }

    private func target(of input: PictureInput) -> URL {
        switch self {
        case .file(let url): return url
        case .folder(let folder):
            let url = folder.appendingPathComponent(input.relativePath)
            let isWritable = ImageEncoder.Format(pathExtension: url.pathExtension) != nil
            return isWritable ? url : url.appendingPathExtension("png")
        }
    }
}
