// SPDX-License-Identifier: Apache-2.0
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

    /// Reads and decodes an image.
    /// - Parameter note: Called with what is worth a note although the image can be read.
    /// - Returns: The pixels, and the bytes of the file that they are from.
    func decode(_ decoder: ImageDecoder, note: (String) -> Void) throws -> (pixels: PixelBuffer, file: Data) {
        switch origin {
        case .file(let url):
            let data = try FileBytes.read(url, limit: decoder.maxBytes, name: source) { Interruption.isRequested }
            let pixels: PixelBuffer
            do {
                pixels = try decoder.decode(data, name: source)
            } catch let error as LineamentError where mayBeVideo(data) {
                let cause =
                    ImageDecoder.looksLikeVideo(data)
                    ? "\(source) is a video. To read it as one," : "\(error.message) If it is a video,"
                throw LineamentError(error.code, "\(cause) add --running-mode video.")
            }
            if ImageDecoder.hasMorePictures(data) {
                note(
                    "\(source) is an animation, of which only the first picture was read. --running-mode video reads it whole."
                )
            }
            return (pixels, data)
        case .standardInput:
            let name = "standard input"
            let data = try FileBytes.read(.standardInput, limit: decoder.maxBytes, name: name) {
                Interruption.isRequested
            }
            let pixels = try decoder.decode(data, name: name)
            if ImageDecoder.hasMorePictures(data) {
                note("\(name) is an animation, of which only the first picture was read.")
            }
            return (pixels, data)
        case .video(let video):
            throw LineamentError(.invalidArgument, "\(video.name) is a video, not an image.")
        case .unusable(let error):
            throw error
        }
    }

    /// Whether a file is a video by its beginning, or looks like an image neither by its name nor by its beginning.
    private func mayBeVideo(_ data: Data) -> Bool {
        if ImageDecoder.looksLikeVideo(data) { return true }
        return !Self.imageExtensions.contains(source.lowercasedExtension) && !data.isEmpty
            && !ImageDecoder.recognizes(data)
    }

    /// Returns the error of a video that cannot be opened, with what to do if the file is an image.
    /// - Parameter imageRemedy: The remedy for an image.
    func openingError(
        _ error: LineamentError, imageRemedy: String = "If it is an image, add --running-mode image."
    ) -> LineamentError {
        guard case .video(.file(let path)) = origin, error.code == .unimplemented || error.code == .dataLoss,
            FileStatus(path: path)?.kind == .regularFile, let file = FileHandle(forReadingAtPath: path)
        else { return error }
        defer { try? file.close() }
        let beginning = (try? file.read(upToCount: Self.signatureLength)) ?? Data()
        guard ImageDecoder.recognizes(beginning) else { return error }
        return LineamentError(error.code, "\(error.message) \(imageRemedy)")
    }

    /// The number of bytes by which a format is recognized.
    private static let signatureLength = 16
}

extension MediaInput {
    static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "tif", "tiff", "bmp", "dib", "pbm", "pgm", "ppm", "pnm",
        "heic", "heif", "hif", "avif", "avifs", "jxl", "apng",
    ]

    static let videoExtensions: Set<String> = [
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "vob", "3gp", "3g2", "ogv",
        "flv", "wmv", "mjpeg", "mjpg", "asf", "mxf", "qt", "f4v", "m2v", "mpe", "ogm", "divx", "dv",
    ]

    /// The extensions of images that are animations, with a single picture or more.
    private static let animationExtensions: Set<String> = ["gif", "apng", "avifs"]
    /// The extensions of images of which some are animations.
    private static let stillExtensions: Set<String> = ["png", "webp", "avif"]
    /// The size, in bytes, beyond which a file is not looked into.
    private static let maxAnimation = 1 << 28

    /// Returns whether a file is an animation by its content.
    private static func isAnimation(_ path: String) -> Bool {
        let data = try? FileBytes.read(URL(verbatimPath: path), limit: maxAnimation, name: path) {
            Interruption.isRequested
        }
        return data.map(ImageDecoder.hasMorePictures) ?? false
    }

    /// Returns the inputs that arguments name: files, folders (all images and videos below them, sorted by name, and
    /// those that cannot be read), cameras, network streams and `-`.
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
            if OutputPath.isFolder(argument) { return folder(argument, mode: mode) }
            return [file(argument, relativePath: URL(verbatimPath: argument).lastPathComponent, mode: mode)]
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
            case .video: videoExtensions.union(animationExtensions)
            }
        let isMaybeAnimation = { (name: String) in
            mode == .video && stillExtensions.contains(name.lowercasedExtension)
        }
        var contents = FolderContents(
            of: path, where: { wanted.contains($0.lowercasedExtension) || isMaybeAnimation($0) })
        contents.files.removeAll { isMaybeAnimation($0) && !isAnimation(OutputPath.joined(path, $0)) }
        guard !contents.files.isEmpty || !contents.failures.isEmpty else {
            let animations = mode == .video ? ", and animated \(stillExtensions.sorted().joined(separator: ", "))" : ""
            let error = LineamentError(
                .notFound,
                "\(path) contains no supported files (\(wanted.sorted().joined(separator: ", "))\(animations)).")
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
