internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentVideo

/// An image or video to process.
struct MediaInput: Sendable {
    enum Origin: Sendable {
        case file(URL)
        case video(VideoSource)
        case standardInput
        /// An input that cannot be read; the error is reported in its turn.
        case unusable(LineamentError)
    }

    let origin: Origin
    /// The name of the input in results and messages.
    let source: String
    /// The path of the annotated copy relative to its folder.
    var relativePath: String

    var isVideo: Bool {
        if case .video = origin { true } else { false }
    }

    /// Whether this is a video that ends, unlike a camera or a stream.
    var isVideoFile: Bool {
        if case .video(.file) = origin { true } else { false }
    }

    func decode(_ decoder: ImageDecoder) throws -> PixelBuffer {
        switch origin {
        case .file(let url):
            return try decoder.decode(contentsOf: url)
        case .standardInput:
            let name = "standard input"
            return try decoder.decode(
                FileBytes.read(.standardInput, limit: decoder.maxBytes, name: name), name: name)
        case .video(let video):
            throw LineamentError(.invalidArgument, "\(video.name) is a video, not an image.")
        case .unusable(let error):
            throw error
        }
    }
}

extension MediaInput {
    private static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "bmp", "pbm", "pgm", "ppm", "pnm", "heic",
        "heif", "avif",
    ]

    private static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "3gp", "flv", "wmv", "mjpeg",
    ]

    /// Returns the inputs that arguments name: files, folders (all images and videos below them, sorted by name),
    /// cameras, network streams and `-`.
    /// - Parameter mode: the interpretation of files; nil to decide by their extension.
    static func all(from arguments: [String], mode: InputMode?) -> [MediaInput] {
        let inputs = named(arguments, mode: mode)
        // Files with the same name in different folders must not overwrite each other's annotated copies.
        let places = UniqueNames.assigned(to: inputs.map(\.relativePath))
        return zip(inputs, places).map { input, place in
            var input = input
            input.relativePath = place
            return input
        }
    }

    private static func named(_ arguments: [String], mode: InputMode?) -> [MediaInput] {
        arguments.flatMap { argument -> [MediaInput] in
            if argument == "-" {
                return [MediaInput(origin: .standardInput, source: "-", relativePath: "stdin.png")]
            }
            if VideoSource.isAddress(argument) {
                let name = argument.map { $0.isLetter || $0.isNumber ? $0 : "-" }
                return [
                    MediaInput(
                        origin: .video(.address(argument)), source: argument, relativePath: String(name) + ".mp4")
                ]
            }
            var isFolder: ObjCBool = false
            let url = URL(fileURLWithPath: argument)
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue
            else {
                return [file(argument, relativePath: url.lastPathComponent, mode: mode)]
            }
            return folder(argument, mode: mode)
        }
    }

    private static func file(_ path: String, relativePath: String, mode: InputMode?) -> MediaInput {
        let isVideo = mode.map { $0 == .video } ?? videoExtensions.contains(path.lowercasedExtension)
        return MediaInput(
            origin: isVideo ? .video(.file(path)) : .file(URL(fileURLWithPath: path)), source: path,
            relativePath: relativePath)
    }

    private static func folder(_ path: String, mode: InputMode?) -> [MediaInput] {
        let wanted: Set<String> =
            switch mode {
            case nil: imageExtensions.union(videoExtensions)
            case .image: imageExtensions
            case .video: videoExtensions.union(["gif"])
            }
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let chosen = files.filter { file in
            let isHidden = file.split(separator: "/").contains { $0.hasPrefix(".") }
            return !isHidden && wanted.contains(file.lowercasedExtension)
        }
        guard !chosen.isEmpty else {
            let error = LineamentError(
                .notFound, "\(path) contains no supported files (\(wanted.sorted().joined(separator: ", "))).")
            return [MediaInput(origin: .unusable(error), source: path, relativePath: "")]
        }
        return chosen.sorted().map { name in
            file((path as NSString).appendingPathComponent(name), relativePath: name, mode: mode)
        }
    }
}

extension String {
    /// The extension of a file name, in lowercase.
    var lowercasedExtension: String { (self as NSString).pathExtension.lowercased() }
}
