internal import Foundation
internal import Lineament
internal import LineamentMedia

/// The folder that masks are written to, one file a person and picture or frame.
struct MaskFolder: Sendable {
    private let folder: URL
    /// What the files of an input begin with, by the input's place below the folder.
    private let stems: [String: String]

    /// Makes the folder.
    init(path: String, inputs: [MediaInput]) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        var stems: [String: String] = [:]
        var taken: Set<String> = []
        for place in inputs.map(\.relativePath) {
            let stem = (place as NSString).deletingPathExtension
            // a.jpg and a.png must not share files.
            stems[place] = taken.insert(stem).inserted ? stem : place
        }
        self.stems = stems
        try AnnotatedPicture.makeFolder(for: folder.appendingPathComponent("mask"))
    }

    /// Writes the masks of a result.
    /// - Returns: the files, as paths below the folder.
    func write(_ result: PoseLandmarkerResult, of head: ResultHead) throws -> [String] {
        let stem = stems[head.relativePath] ?? head.relativePath
        let frame = head.frame.map { String(format: "-%06d", $0) } ?? ""
        return try result.segmentationMasks.enumerated().map { index, mask in
            let name = "\(stem)\(frame)-mask-\(index).png"
            try AnnotatedPicture.write(mask.picture(), to: folder.appendingPathComponent(name))
            return name
        }
    }
}

extension Mask {
    /// The mask as a gray picture, 255 where the person surely is; values are rounded.
    fileprivate func picture() throws -> PixelBuffer {
        let bytes = (0..<width * height).map { UInt8((float32Data[$0] * 255).rounded()) }
        return try bytes.withUnsafeBufferPointer {
            try PixelBuffer(copying: $0, width: width, height: height, format: .gray8, bytesPerRow: [width])
        }
    }
}
