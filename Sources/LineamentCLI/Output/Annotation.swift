// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import LineamentImages
internal import LineamentVideo

/// The destination of annotated copies: one file, or a folder for several.
enum Annotation {
    case file(URL)
    case standardOutput
    case folder(URL)

    /// Creates the destination that an option names.
    /// - Parameters:
    ///   - output: The option, with a path.
    ///   - inputs: The inputs that are drawn on.
    ///   - isTransparent: Whether the format of a file must have transparency.
    /// - Throws: `ValidationError` if a file is given for several inputs, or its format is not supported.
    init(_ output: MediaSettings.Output, inputs: [MediaInput], isTransparent: Bool) throws {
        let option = output.option
        let path = output.path ?? ""
        if isTransparent, let video = inputs.first(where: \.isVideo) {
            throw ValidationError(
                "--background none is for images, and \(video.source) is a video. Name a color, such as #00ff00.")
        }
        if path == "-" {
            guard inputs.count == 1, !inputs[0].isVideo else {
                throw ValidationError(
                    "\(option) - draws one image. For a video or several inputs, name a file or a folder: "
                        + "\(option) drawn.mp4 or \(option) drawn/.")
            }
            self = .standardOutput
            return
        }
        let url = URL(verbatimPath: path)
        if Self.isFolder(path) {
            self = .folder(url)
            return
        }
        let exists = FileManager.default.fileExists(atPath: path)
        guard inputs.count == 1 else {
            let reason = exists ? "is a file" : "looks like a file. If it is to be a folder, write \(path)/"
            throw ValidationError("\(option) needs a folder for \(inputs.count) inputs, but \(path) \(reason).")
        }
        let kind = path.lowercasedExtension
        if inputs[0].isVideo {
            guard VideoWriter.pathExtensions.contains(kind) else {
                throw ValidationError(
                    "\(option) writes videos as .\(VideoWriter.pathExtensions.joined(separator: ", .")), or their "
                        + "frames to a folder, not as .\(kind).")
            }
        } else if ImageEncoder.Format(pathExtension: kind) == nil {
            let hint =
                VideoWriter.pathExtensions.contains(kind)
                ? " If \(inputs[0].source) is a video, add --running-mode video."
                : exists ? "" : " If \(path) is to be a folder, write \(path)/."
            throw ValidationError("\(option) writes images as .jpg, .png or .webp, not as .\(kind).\(hint)")
        }
        if isTransparent, ImageEncoder.Format(pathExtension: kind) == .jpeg {
            throw ValidationError("--background none needs \(option) FILE.png or .webp: JPEG has no transparency.")
        }
        self = .file(url)
    }

    /// Returns whether a path names a folder, which there may not be yet.
    static func isFolder(_ path: String) -> Bool {
        path.hasSuffix("/") || (path as NSString).pathExtension.isEmpty || OutputPath.isFolder(path)
    }

    /// Checks that the file can be written, or files in the folder.
    func checkIsWritable() throws {
        switch self {
        case .file(let url): try OutputPath.checkIsWritable(file: url.path)
        case .folder(let url): try OutputPath.checkIsWritable(folder: url.path)
        case .standardOutput: break
        }
    }

    /// Returns a unique target for each input. With a folder, the frames of a single video are written as images.
    /// - Parameters:
    ///   - isTransparent: whether the format of files in a folder must have transparency.
    ///   - copiesAudio: whether videos in a folder have the audio of the input.
    func targets(of inputs: [MediaInput], isTransparent: Bool, copiesAudio: Bool) -> [AnnotationTarget] {
        switch self {
        case .standardOutput:
            return inputs.map { _ in .standardOutput }
        case .file(let url):
            return inputs.map { $0.isVideo ? .video(url) : .image(url) }
        case .folder(let folder) where inputs.count == 1 && inputs[0].isVideo:
            return [.frames(folder)]
        case .folder(let folder):
            let names = UniqueNames.assigned(
                to: inputs.map {
                    $0.isVideo
                        ? Self.videoName(of: $0, copiesAudio: copiesAudio)
                        : Self.imageName(of: $0, isTransparent: isTransparent)
                })
            return zip(inputs, names).map { input, name in
                let url = folder.appendingPathComponent(name)
                return input.isVideo ? .video(url) : .image(url)
            }
        }
    }

    /// Returns the name of a video, with an extension appended if its container cannot be written: that of MP4, or of
    /// the first other container that can hold its audio.
    static func videoName(of input: MediaInput, copiesAudio: Bool) -> String {
        let name = input.relativePath
        guard !VideoWriter.pathExtensions.contains(name.lowercasedExtension) else { return name }
        // A pipe can be read only once.
        guard copiesAudio, case .video(.file(let path)) = input.origin, FileStatus(path: path)?.kind == .regularFile
        else {
            return name + ".mp4"
        }
        return name + "." + ((try? VideoReader(path))?.pathExtensionOfCopies ?? "mp4")
    }

    /// Returns the name of an image, with an extension appended if its format cannot be written.
    private static func imageName(of input: MediaInput, isTransparent: Bool) -> String {
        let name = input.relativePath
        let format = ImageEncoder.Format(pathExtension: name.lowercasedExtension)
        return format == nil || (isTransparent && format == .jpeg) ? name + ".png" : name
    }
}
