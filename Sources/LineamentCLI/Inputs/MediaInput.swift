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

    /// Whether this is a file, which is the same in the next run.
    var isFile: Bool {
        switch origin {
        case .file, .video(.file): true
        case .video, .standardInput, .unusable: false
        }
    }

    /// Whether this is a video that ends, unlike a camera or a stream.
    var isVideoFile: Bool {
        if case .video(.file) = origin { true } else { false }
    }

    func decode(_ decoder: ImageDecoder) throws -> PixelBuffer {
        switch origin {
        case .file(let url):
            let data = try FileBytes.read(url, limit: decoder.maxBytes, name: source) { Interruption.isRequested }
            let animation = AnimatedImage(data)
            do {
                let pixels = try decoder.decode(data, name: source)
                if let animation { AnimationNote.add(source, animation) }
                return pixels
            } catch let error as LineamentError where mayBeVideo(data) {
                throw LineamentError(error.code, "\(error.message) If it is a video, add --running-mode video.")
            } catch let error as LineamentError {
                guard let animation else { throw error }
                throw LineamentError(
                    error.code, "\(error.message) It is animated: \(AnimationNote.remedy(for: animation))",
                    recoverySuggestion: error.recoverySuggestion, underlyingError: error)
            }
        case .standardInput:
            let name = "standard input"
            let data = try FileBytes.read(.standardInput, limit: decoder.maxBytes, name: name) {
                Interruption.isRequested
            }
            return try decoder.decode(data, name: name)
        case .video(let video):
            throw LineamentError(.invalidArgument, "\(video.name) is a video, not an image.")
        case .unusable(let error):
            throw error
        }
    }

    /// Whether a file looks like an image neither by its name nor by its beginning.
    private func mayBeVideo(_ data: Data) -> Bool {
        !Self.imageExtensions.contains(source.lowercasedExtension) && !data.isEmpty && !ImageDecoder.recognizes(data)
    }
}

extension MediaInput {
    static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "tif", "tiff", "bmp", "dib", "pbm", "pgm", "ppm", "pnm",
        "heic", "heif", "hif", "avif",
    ]

    static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "vob", "3gp", "3g2", "ogv",
        "flv", "wmv", "mjpeg",
    ]

    /// Returns the inputs that arguments name: files, folders (all images and videos below them, sorted by name, and
    /// what cannot be read there), cameras, network streams and `-`.
    /// - Parameter mode: the interpretation of files; `nil` to decide by their extension.
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
                let video = VideoSource.address(argument)
                let name = video.name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
                return [MediaInput(origin: .video(video), source: video.name, relativePath: String(name) + ".mp4")]
            }
            if InvalidArguments.contains(argument) {
                return [MediaInput(origin: .unusable(.notUTF8(argument)), source: argument, relativePath: "")]
            }
            var isFolder: ObjCBool = false
            let url = URL(verbatimPath: argument)
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
            origin: isVideo ? .video(.file(path)) : .file(URL(verbatimPath: path)), source: path,
            relativePath: relativePath)
    }

    private static func folder(_ path: String, mode: InputMode?) -> [MediaInput] {
        let wanted: Set<String> =
            switch mode {
            case nil: imageExtensions.union(videoExtensions)
            case .image: imageExtensions
            case .video: videoExtensions.union(["gif"])
            }
        let contents = FolderContents(of: path, where: { wanted.contains($0.lowercasedExtension) })
        guard !contents.files.isEmpty || !contents.failures.isEmpty else {
            let error = LineamentError(
                .notFound, "\(path) contains no supported files (\(wanted.sorted().joined(separator: ", "))).")
            return [MediaInput(origin: .unusable(error), source: path, relativePath: "")]
        }
        let files = contents.files.map { name in
            (name, file(OutputPath.joined(path, name), relativePath: name, mode: mode))
        }
        let failures = contents.failures.map { name, error in
            (name, MediaInput(origin: .unusable(error), source: OutputPath.joined(path, name), relativePath: ""))
        }
        return (files + failures).sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension String {
    /// The extension of a file name, in lowercase.
    var lowercasedExtension: String { (self as NSString).pathExtension.lowercased() }
}
