// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// A format with a plane for each of brightness and the two of color, without transparency.
struct PlaneFormat: Hashable, Sendable {
    /// The bits of a sample: 8, or 9 to 16 in two bytes.
    let depth: Int
    let chromaShift: Shift

    /// The number of bits by which the width and the height of a color plane are less than those of the image.
    struct Shift: Hashable, Sendable {
        let x: Int
        let y: Int

        static let none = Shift(x: 0, y: 0)
    }

    static let usual = PlaneFormat(depth: 8, chromaShift: Shift(x: 1, y: 1))

    init(depth: Int, chromaShift: Shift) {
        self.depth = depth
        self.chromaShift = chromaShift
    }

    /// Creates the format that holds all that a format of FFmpeg's holds; `nil` for RGB, gray, palettes, and what is
    /// transparent.
    init?(holding format: AVPixelFormat, _ ffmpeg: LineamentFFmpeg) {
        guard let description = ffmpeg.av_pix_fmt_desc_get(format), description.nb_components == 3,
            description.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_ALPHA) == 0
        else { return nil }
        depth = Int(description.comp[0].depth)
        chromaShift = Shift(x: Int(description.log2_chroma_w), y: Int(description.log2_chroma_h))
        guard (8...16).contains(depth), Self.samplings[chromaShift] != nil else { return nil }
    }

    /// FFmpeg's names of how much smaller the color planes are.
    private static let samplings = [
        Shift(x: 0, y: 0): "444", Shift(x: 0, y: 1): "440", Shift(x: 1, y: 0): "422", Shift(x: 1, y: 1): "420",
        Shift(x: 2, y: 0): "411", Shift(x: 2, y: 2): "410",
    ]

    /// FFmpeg's name of the format.
    var name: String {
        let sampling = Self.samplings[chromaShift] ?? "444"
        return "yuv\(sampling)p" + (depth > 8 ? "\(depth)le" : "")
    }

    var bytesPerSample: Int { depth > 8 ? 2 : 1 }

    /// Returns FFmpeg's number of the format; `nil` if it has none.
    func pixelFormat(_ ffmpeg: LineamentFFmpeg) -> AVPixelFormat? {
        let format = ffmpeg.av_get_pix_fmt(name)
        return format == AV_PIX_FMT_NONE ? nil : format
    }

    /// Returns the size of a plane of an image, in samples.
    func size(plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
        guard plane > 0 else { return (width, height) }
        func shifted(_ length: Int, _ shift: Int) -> Int { (length + (1 << shift) - 1) >> shift }
        return (shifted(width, chromaShift.x), shifted(height, chromaShift.y))
    }

    /// Whether color planes are smaller, either way, than those of another format.
    func hasLessColor(than source: PlaneFormat) -> Bool {
        chromaShift.x > source.chromaShift.x || chromaShift.y > source.chromaShift.y
    }

    /// The approximate loss if an image of another format is converted to this one; wasted bits count much less.
    func loss(from source: PlaneFormat) -> Int {
        let color = max(0, chromaShift.x - source.chromaShift.x) + max(0, chromaShift.y - source.chromaShift.y)
        let waste = (source.hasLessColor(than: self) ? 1 : 0) + (depth > source.depth ? 1 : 0)
        return 100 * (max(0, source.depth - depth) + color) + waste
    }
}
