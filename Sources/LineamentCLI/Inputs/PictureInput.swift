internal import Foundation
internal import Lineament
internal import LineamentMedia

/// One picture to work on.
struct PictureInput: Sendable {
    enum Origin: Sendable {
        case file(URL)
        case standardInput
        /// Something that cannot be read; it fails in its turn.
        case unusable(LineamentError)
    }

    let origin: Origin
    /// What the picture is called in results and messages.
    let source: String
    /// Where an annotated copy goes below the folder for them.
    let relativePath: String

    func decode(_ decoder: ImageDecoder) throws -> PixelBuffer {
        switch origin {
        case .file(let url):
            return try decoder.decode(contentsOf: url)
        case .standardInput:
            let data = try StandardInput.read(limit: decoder.maxBytes)
            return try decoder.decode(data, name: "standard input")
        case .unusable(let error):
            throw error
        }
    }
}

extension PictureInput {
    private static let pictureExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "bmp", "pbm", "pgm", "ppm", "pnm", "heic",
        "heif", "avif",
    ]

    /// The pictures that arguments name: files, folders (with all pictures below them, by name), `-`.
    static func all(from arguments: [String]) -> [PictureInput] {
        arguments.flatMap { argument -> [PictureInput] in
            if argument == "-" {
                return [PictureInput(origin: .standardInput, source: "-", relativePath: "stdin.png")]
            }
            var isFolder: ObjCBool = false
            let url = URL(fileURLWithPath: argument)
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue
            else {
                return [
                    PictureInput(origin: .file(url), source: argument, relativePath: url.lastPathComponent)
                ]
            }
            return folder(argument)
        }
    }

    private static func folder(_ path: String) -> [PictureInput] {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let pictures = files.filter { file in
            let isHidden = file.split(separator: "/").contains { $0.hasPrefix(".") }
            return !isHidden && pictureExtensions.contains((file as NSString).pathExtension.lowercased())
        }
        guard !pictures.isEmpty else {
            let error = LineamentError(
                .notFound,
                "\(path) holds no pictures (files named \(pictureExtensions.sorted().joined(separator: ", "))).")
            return [PictureInput(origin: .unusable(error), source: path, relativePath: "")]
        }
        return pictures.sorted().map { file in
            let full = (path as NSString).appendingPathComponent(file)
            return PictureInput(
                origin: .file(URL(fileURLWithPath: full)), source: full, relativePath: file)
        }
    }
}

/// Standard input, read as a whole.
enum StandardInput {
    static func read(limit: Int) throws -> Data {
        var data = Data()
        while let chunk = try FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty {
            data.append(chunk)
            guard data.count <= limit else {
                throw LineamentError(.resourceExhausted, "standard input has more than \(limit) bytes.")
            }
        }
        return data
    }
}
