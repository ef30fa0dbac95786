internal import ArgumentParser
internal import Foundation
internal import LineamentImages
internal import LineamentVideo

/// Where the annotated copy of one input goes.
enum AnnotationTarget: Sendable {
    case image(URL)
    case video(URL)
    /// A folder for the frames of a video, one image each.
    case frames(URL)

    /// Whether a video's sound goes there, too.
    var copiesSound: Bool {
        if case .video = self { true } else { false }
    }
}

/// Where annotated copies go: one file, or a folder for many.
enum Annotation {
    case file(URL)
    case folder(URL)

    /// - Throws: `ValidationError` if one file is named for many inputs, or a file of a kind that is not written.
    init(path: String, inputs: [MediaInput]) throws {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if path.hasSuffix("/") || url.pathExtension.isEmpty || (exists && isFolder.boolValue) {
            self = .folder(url)
            return
        }
        guard inputs.count == 1 else {
            throw ValidationError("--annotate needs a folder for \(inputs.count) inputs, not the file \(path).")
        }
        let kind = path.lowercasedExtension
        if inputs[0].isVideo {
            guard VideoWriter.pathExtensions.contains(kind) else {
                throw ValidationError(
                    "--annotate writes a video as .\(VideoWriter.pathExtensions.joined(separator: ", .")), or its "
                        + "frames into a folder, not .\(kind).")
            }
        } else if ImageEncoder.Format(pathExtension: kind) == nil {
            throw ValidationError("--annotate writes .jpg, .png and .webp files, not .\(kind).")
        }
        self = .file(url)
    }

    /// The target of each input. No two are the same; a single video has its frames written into a folder.
    func targets(of inputs: [MediaInput]) -> [AnnotationTarget] {
        switch self {
        case .file(let url):
            return inputs.map { $0.isVideo ? .video(url) : .image(url) }
        case .folder(let folder) where inputs.count == 1 && inputs[0].isVideo:
            return [.frames(folder)]
        case .folder(let folder):
            let names = UniqueNames.assigned(to: inputs.map(Self.fileName))
            return zip(inputs, names).map { input, name in
                let url = folder.appendingPathComponent(name)
                return input.isVideo ? .video(url) : .image(url)
            }
        }
    }

    /// The input's name, with an ending added where its own says a kind that is not written.
    private static func fileName(of input: MediaInput) -> String {
        let (name, kind) = (input.relativePath, input.relativePath.lowercasedExtension)
        if input.isVideo { return VideoWriter.pathExtensions.contains(kind) ? name : name + ".mp4" }
        return ImageEncoder.Format(pathExtension: kind) != nil ? name : name + ".png"
    }
}

/// Tells things of one name apart.
enum UniqueNames {
    /// The names in order; those that are there already get a number in front that makes a new name.
    static func assigned(to names: [String]) -> [String] {
        let wanted = Set(names)
        var taken: Set<String> = []
        var last: [String: Int] = [:]
        return names.map { name in
            if taken.insert(name).inserted { return name }
            var number = last[name, default: 1] + 1
            while wanted.contains("\(number)-\(name)") || taken.contains("\(number)-\(name)") { number += 1 }
            last[name] = number
            taken.insert("\(number)-\(name)")
            return "\(number)-\(name)"
        }
    }
}
