internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentVideo

/// One picture or video to work on.
struct MediaInput: Sendable {
    enum Origin: Sendable {
        case file(URL)
        /// A video file, a camera or a network stream, as ``VideoReader`` takes it.
        case video(String)
        case standardInput
        /// Something that cannot be read; it fails in its turn.
        case unusable(LineamentError)
    }

    let origin: Origin
    /// What the input is called in results and messages.
    let source: String
    /// Where an annotated copy goes below the folder for them.
    var relativePath: String

    var isVideo: Bool {
        if case .video = origin { true } else { false }
    }

    /// A video that ends, unlike a camera or a stream.
    var isVideoFile: Bool {
        guard case .video(let place) = origin else { return false }
        return !place.hasPrefix("camera:") && !place.contains("://")
    }

    func decode(_ decoder: ImageDecoder) throws -> PixelBuffer {
        switch origin {
        case .file(let url):
            return try decoder.decode(contentsOf: url)
        case .standardInput:
            let name = "standard input"
            return try decoder.decode(
                FileBytes.read(.standardInput, limit: decoder.maxBytes, name: name), name: name)
        case .video(let place):
            throw LineamentError(.invalidArgument, "\(place) is a video.")
        case .unusable(let error):
            throw error
        }
    }
}

extension MediaInput {
    private static let pictureExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "webp", "gif", "tif", "tiff", "bmp", "pbm", "pgm", "ppm", "pnm", "heic",
        "heif", "avif",
    ]

    private static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "3gp", "flv", "wmv", "mjpeg",
    ]

    /// The inputs that arguments name: files, folders (with all pictures and videos below them, by name), cameras,
    /// network streams, `-`.
    /// - Parameter mode: what files that could be either are taken for; nil to go by their names.
    static func all(from arguments: [String], mode: InputMode?) -> [MediaInput] {
        let inputs = named(arguments, mode: mode)
        // Files of one name from several folders must not overwrite each other's annotated copies.
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
            if argument.hasPrefix("camera:") || argument.contains("://") {
                let name = argument.map { $0.isLetter || $0.isNumber ? $0 : "-" }
                return [MediaInput(origin: .video(argument), source: argument, relativePath: String(name) + ".mp4")]
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
            origin: isVideo ? .video(path) : .file(URL(fileURLWithPath: path)), source: path,
            relativePath: relativePath)
    }

    private static func folder(_ path: String, mode: InputMode?) -> [MediaInput] {
        let wanted: Set<String> =
            switch mode {
            case nil: pictureExtensions.union(videoExtensions)
            case .image: pictureExtensions
            case .video: videoExtensions.union(["gif"])
            }
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let chosen = files.filter { file in
            let isHidden = file.split(separator: "/").contains { $0.hasPrefix(".") }
            return !isHidden && wanted.contains(file.lowercasedExtension)
        }
        guard !chosen.isEmpty else {
            let error = LineamentError(
                .notFound, "\(path) holds nothing to work on (files named \(wanted.sorted().joined(separator: ", "))).")
            return [MediaInput(origin: .unusable(error), source: path, relativePath: "")]
        }
        return chosen.sorted().map { name in
            file((path as NSString).appendingPathComponent(name), relativePath: name, mode: mode)
        }
    }
}

extension String {
    /// The ending of a file's name, in small letters.
    var lowercasedExtension: String { (self as NSString).pathExtension.lowercased() }
}
