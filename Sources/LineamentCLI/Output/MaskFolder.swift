// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages
internal import LineamentTasks

/// The folder for masks or crops, with one file per face or person and image or frame.
struct MaskFolder: Sendable {
    let folder: URL
    /// The file name prefix of each input, by the input's relative path.
    private let stems: [String: String]
    private let known: MaskStems
    let files: Files

    /// The kind of the files.
    struct Files: Sendable {
        /// The word in their names.
        var kind = "mask"
        var pathExtension = "png"
        var encoder = ImageEncoder()
    }

    init(path: String, inputs: [MediaInput], files: Files) {
        self.files = files
        folder = URL(verbatimPath: path, isDirectory: true)
        var known = MaskStems()
        var stems: [String: String] = [:]
        for input in inputs { stems[input.relativePath] = known.add(input) }
        self.known = known
        self.stems = stems
    }

    /// Creates the folder.
    func make() throws { try OutputPath.makeFolder(folder) }

    /// Writes the masks of a result, and returns the files, as paths relative to the folder.
    func write(_ masks: [Mask], of head: ResultHead) throws -> [String] {
        try write(masks.map { mask in ({ try mask.image() }, nil) }, of: head)
    }

    /// Writes the crops of a result, and returns the files, as paths relative to the folder. A crop of a track has its
    /// number in place of that of the frame.
    func write(_ crops: [(image: () throws -> PixelBuffer, trackID: Int?)], of head: ResultHead) throws -> [String] {
        let stem = stem(of: head.relativePath)
        let frame = head.frame.map { String(format: "-%06d", $0) } ?? ""
        return try writing(crops.count, of: head) {
            try crops.enumerated().map { index, crop in
                let place =
                    crop.trackID.map { String(format: "-%06d-\(files.kind)-0", $0) }
                    ?? "\(frame)-\(files.kind)-\(index)"
                return try write(crop.image(), stem + place)
            }
        }
    }

    /// Writes some files of an input, of which those of an image are all.
    private func writing(_ count: Int, of head: ResultHead, _ write: () throws -> [String]) throws -> [String] {
        let isFrame = head.frame != nil
        // A single file is there or not.
        guard count > 1 || (isFrame && count > 0) else { return try write() }
        markPartial(head.relativePath)
        let names = try write()
        if !isFrame { markWhole(head.relativePath) }
        return names
    }

    private func write(_ image: PixelBuffer, _ name: String) throws -> String {
        let file = "\(name).\(files.pathExtension)"
        try ImageOutput.write(image, to: folder.appendingPathComponent(file), by: files.encoder)
        return file
    }

    /// The folders to which masks are written, as paths relative to the folder.
    var subfolders: Set<String> { Set(stems.values.map { OutputPath.split($0).folder }) }

    /// Returns whether a mask may be written to a path relative to the folder.
    func mayWrite(_ name: String) -> Bool { prefix(of: name).map(known.contains) ?? false }

    /// Returns the part of a file's name before its kind and number; `nil` for other files.
    func prefix(of name: String) -> String? {
        guard let match = name.wholeMatch(of: /(.+)-([a-z]+)-[0-9]+\.([a-z]+)/), match.2 == files.kind,
            match.3 == files.pathExtension
        else { return nil }
        return String(match.1)
    }

    /// Returns the file name prefix of an input.
    func stem(of relativePath: String) -> String { stems[relativePath] ?? relativePath }

    /// Returns the relative paths of the inputs whose files have one of these prefixes.
    func inputs(withPrefixes prefixes: Set<String>) -> Set<String> {
        let found = known.stems(withPrefixes: prefixes)
        return Set(stems.filter { found.contains($0.value) }.keys)
    }
}

/// The file name prefixes of masks, which are unique for each input.
private struct MaskStems {
    private var images: Set<String> = []
    private var videos: Set<String> = []
    /// The prefixes of images that end in what looks like a frame number, without that number.
    private var numbered: Set<String> = []

    /// Returns a prefix for an input: its name without the extension, or with it if taken, because a.jpg and a.png must
    /// not share files.
    mutating func add(_ input: MediaInput) -> String {
        let name = input.relativePath
        let stem = (name as NSString).deletingPathExtension
        let others = (2...).lazy.map { "\($0)-\(name)" }
        let isVideo = input.isVideo
        var chosen = stem
        if isTaken(chosen, isVideo) { chosen = name }
        if isTaken(chosen, isVideo), let free = others.first(where: { !isTaken($0, isVideo) }) { chosen = free }
        if isVideo {
            videos.insert(chosen)
        } else {
            images.insert(chosen)
            if let video = Self.withoutFrame(chosen) { numbered.insert(video) }
        }
        return chosen
    }

    func contains(_ prefix: String) -> Bool {
        images.contains(prefix) || Self.withoutFrame(prefix).map(videos.contains) == true
    }

    /// Returns the inputs' prefixes among those of files.
    func stems(withPrefixes prefixes: Set<String>) -> Set<String> {
        images.intersection(prefixes).union(videos.intersection(prefixes.compactMap(Self.withoutFrame)))
    }

    private func isTaken(_ stem: String, _ isVideo: Bool) -> Bool {
        if images.contains(stem) || videos.contains(stem) { return true }
        return isVideo ? numbered.contains(stem) : Self.withoutFrame(stem).map(videos.contains) == true
    }

    private static func withoutFrame(_ name: String) -> String? {
        name.wholeMatch(of: /(.+)-[0-9]{6,}/).map { String($0.1) }
    }
}

extension Mask {
    /// Returns the mask as a gray image with rounded values, 255 where the person certainly is.
    fileprivate func image() throws -> PixelBuffer {
        let bytes = roundedBytes()
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .gray8)
    }
}
