internal import Foundation
internal import Lineament
internal import LineamentImages

/// Writes annotated images and masks.
enum ImageOutput {
    /// Writes an image, in the format of the file's extension, and creates the folder of the file if needed.
    /// - Parameter file: the file; `nil` for standard output, which gets PNG.
    static func write(_ pixels: PixelBuffer, to file: URL?) throws {
        guard let file else {
            return try OutputPath.writing("Standard output") {
                try FileOutput.put(ImageEncoder().encode(pixels, as: .png), into: STDOUT_FILENO)
            }
        }
        let format = ImageEncoder.Format(pathExtension: file.pathExtension) ?? .png
        let data = try OutputPath.writing(file.path) { try ImageEncoder().encode(pixels, as: format) }
        try OutputPath.makeFolder(of: file)
        let output = try AtomicFile(path: file.path)
        defer { output.discard() }
        try OutputPath.writing(file.path) { try FileOutput.put(data, into: output.handle.fileDescriptor) }
        try output.commit()
    }
}
