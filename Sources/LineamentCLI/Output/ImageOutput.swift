// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

/// Writes annotated images and masks.
enum ImageOutput {
    /// Writes an image, in the format of the file's extension, and creates the folder of the file if needed.
    /// - Parameters:
    ///   - original: The image that was drawn over; `nil` if it is not one of a file.
    ///   - file: The file; `nil` for standard output.
    ///   - encoder: The encoder.
    ///   - format: The format of standard output.
    static func write(
        _ pixels: PixelBuffer, over original: DrawnOriginal? = nil, to file: URL?,
        by encoder: ImageEncoder = ImageEncoder(),
        as format: ImageEncoder.Format = .png
    ) throws {
        let encoded = { format in
            try original.map { try encoder.encode(pixels, over: $0, as: format) } ?? encoder.encode(pixels, as: format)
        }
        guard let file else {
            return try OutputPath.writing("Standard output") {
                try FileOutput.put(encoded(format), into: STDOUT_FILENO)
            }
        }
        let format = ImageEncoder.Format(pathExtension: file.pathExtension) ?? .png
        let data = try OutputPath.writing(file.path) { try encoded(format) }
        try OutputPath.makeFolder(of: file)
        let output = try AtomicFile(path: file.path)
        defer { output.discard() }
        try OutputPath.writing(file.path) { try FileOutput.put(data, into: output.handle.fileDescriptor) }
        try output.commit()
    }
}
