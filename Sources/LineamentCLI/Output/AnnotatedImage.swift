internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentRender

/// Writing drawings.
enum AnnotatedImage {
    /// Returns an image with results drawn on it.
    /// - Parameter source: the name of the image in errors.
    static func drawn(_ overlay: any Overlay, over pixels: PixelBuffer, source: String) throws -> PixelBuffer {
        do {
            return try overlay.drawn(over: pixels)
        } catch let error as LineamentError {
            throw LineamentError(error.code, "\(source) cannot be drawn: \(error.message)", underlyingError: error)
        }
    }

    /// Writes a drawing to a file, or as PNG to standard output.
    static func write(_ pixels: PixelBuffer, to target: AnnotationTarget) throws {
        guard case .image(let url) = target else {
            return try naming("Standard output") {
                try FileHandle.standardOutput.write(contentsOf: ImageEncoder().encode(pixels, as: .png))
            }
        }
        let format = ImageEncoder.Format(pathExtension: url.pathExtension) ?? .png
        let data = try naming(url.path) { try ImageEncoder().encode(pixels, as: format) }
        try makeFolder(for: url)
        let file = try AtomicFile(path: url.path)
        defer { file.discard() }
        try naming(url.path) { try file.handle.write(contentsOf: data) }
        try file.commit()
    }

    /// Creates the folder of a file.
    static func makeFolder(for url: URL) throws {
        // Empty only if the working directory was removed.
        let folder = OutputPath.split(url.path).folder
        guard !folder.isEmpty else { return }
        try naming(url.path) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    /// Translates errors of encoding and of the file system into a ``LineamentError`` that names the file.
    private static func naming<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as LineamentError {
            throw LineamentError(error.code, "\(name) cannot be written: \(error.message)", underlyingError: error)
        } catch {
            throw LineamentError(
                .permissionDenied, "\(name) cannot be written: \(error.localizedDescription)",
                underlyingError: error)
        }
    }
}
