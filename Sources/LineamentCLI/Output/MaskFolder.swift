internal import Foundation
internal import Lineament

/// The folder that masks are written to, one file a person and image or frame.
struct MaskFolder: Sendable {
    let folder: URL
    /// What the files of an input begin with, by the input's place below the folder.
    private let stems: [String: String]
    private let known: MaskStems

    init(path: String, inputs: [MediaInput]) {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        var (known, stems) = (MaskStems(), [String: String]())
        for input in inputs { stems[input.relativePath] = known.add(input) }
        self.known = known
        self.stems = stems
    }

    /// Makes the folder.
    func make() throws { try AnnotatedImage.makeFolder(for: folder.appendingPathComponent("mask")) }

    /// Writes the masks of a result.
    /// - Returns: the files, as paths below the folder.
    func write(_ result: PoseLandmarkerResult, of head: ResultHead) throws -> [String] {
        let stem = stems[head.relativePath] ?? head.relativePath
        let frame = head.frame.map { String(format: "-%06d", $0) } ?? ""
        return try result.segmentationMasks.enumerated().map { index, mask in
            let name = "\(stem)\(frame)-mask-\(index).png"
            try AnnotatedImage.write(mask.image(), to: folder.appendingPathComponent(name))
            return name
        }
    }

    /// Whether a mask may get this name, a path below the folder.
    func mayWrite(_ name: String) -> Bool {
        guard let match = name.wholeMatch(of: /(.+)-mask-[0-9]+\.png/) else { return false }
        return known.contains(String(match.1))
    }
}

/// What the names of masks begin with, for each input something else.
private struct MaskStems {
    private var images: Set<String> = []
    private var videos: Set<String> = []
    /// What images begin with, without the number of a frame that they seem to have at the end.
    private var numbered: Set<String> = []

    /// The beginning for an input: its name without its ending, or else with it, as a.jpg and a.png must not share files.
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

    func contains(_ beginning: String) -> Bool {
        images.contains(beginning) || Self.withoutFrame(beginning).map(videos.contains) == true
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
    /// The mask as a gray image, 255 where the person surely is; values are rounded.
    fileprivate func image() throws -> PixelBuffer {
        let bytes = withUnsafeFloats { $0.map { $0.isNaN ? 0 : UInt8((max(0, min(1, $0)) * 255).rounded()) } }
        return try PixelBuffer(copying: bytes, width: width, height: height, format: .gray8)
    }
}
