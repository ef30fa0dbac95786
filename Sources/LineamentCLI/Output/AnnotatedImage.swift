internal import Foundation
internal import Lineament
internal import LineamentImages

/// Writing drawings.
enum AnnotatedImage {
    /// Writes a drawing to a file, or as PNG to standard output.
    static func write(_ pixels: PixelBuffer, to target: AnnotationTarget) throws {
        guard case .image(let url) = target else {
            return try FileHandle.standardOutput.write(contentsOf: ImageEncoder().encode(pixels, as: .png))
        }
        let format = ImageEncoder.Format(pathExtension: url.pathExtension) ?? .png
        let data = try ImageEncoder().encode(pixels, as: format)
        try makeFolder(for: url)
        let file = try AtomicFile(path: url.path)
        defer { file.discard() }
        try naming(url) { try file.handle.write(contentsOf: data) }
        try file.commit()
    }

    /// Creates the folder of a file.
    static func makeFolder(for url: URL) throws {
        try naming(url) {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        }
    }

    /// Translates file system errors into a ``LineamentError`` that names the file.
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
