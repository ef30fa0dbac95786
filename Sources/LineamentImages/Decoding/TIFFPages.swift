// SPDX-License-Identifier: Apache-2.0

/// The images of a TIFF file, of which one is read.
struct TIFFPages {
    private enum Tag {
        static let subfileType = 254
        static let width = 256
        static let bitsPerSample = 258
        static let color = 262
        static let subdirectories = 330
        static let sampleFormat = 339
        static let dngVersion = 50706
    }

    /// The flag of a subfile type for a smaller copy of another image.
    private static let reducedResolution = 1
    /// The colors of what a sensor has seen: single colors in a mosaic, or linear ones.
    private static let sensorColors = [32803, 34892]
    /// The number of images that are looked at. More than this come from a damaged file, or the first is not a small copy.
    private static let maxCount = 100

    private let directories: [TIFFDirectory]
    /// The number of the image that is read: the first that is not a smaller copy of another, or the widest if all say
    /// that they are.
    let main: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        var directories = [TIFFDirectory(bytes)]
        while let place = directories[directories.count - 1].next, directories.count < Self.maxCount {
            directories.append(TIFFDirectory(bytes, at: place))
        }
        self.directories = directories
        let widths = directories.map { $0.value(of: Tag.width) ?? 0 }
        let widest = widths.max().flatMap(widths.firstIndex) ?? 0
        main = directories.firstIndex { !Self.isReduced($0) } ?? widest
    }

    /// Whether the file is one of a camera's raw format, whose first image is a small preview.
    var isRaw: Bool {
        let first = directories[0]
        if first.contains(Tag.dngVersion) { return true }
        return Self.isReduced(first)
            && (first.contains(Tag.subdirectories)
                || directories.contains { $0.value(of: Tag.color).map(Self.sensorColors.contains) ?? false })
    }

    /// Whether the image is gray with a white level that is unknown.
    var isDeepGray: Bool {
        let maxBits = 16
        let isGray = directories[main].value(of: Tag.color).map { $0 <= 1 } ?? false
        return isGray && bitsPerSample > maxBits
    }

    /// The numbers of the image if libvips cannot read them, such as "16-bit floating-point numbers"; `nil` if it can.
    var unreadableNumbers: String? {
        let integers = 1...2
        let floatingPoint = 3
        let complex = 5...6
        let format = directories[main].value(of: Tag.sampleFormat) ?? integers.lowerBound
        let bits = bitsPerSample
        if format == floatingPoint, bits != 32 { return "\(bits)-bit floating-point numbers" }
        if complex.contains(format) { return "complex numbers" }
        return integers.contains(format) && bits > 32 ? "\(bits)-bit numbers" : nil
    }

    private var bitsPerSample: Int { directories[main].value(of: Tag.bitsPerSample) ?? 1 }

    private static func isReduced(_ directory: TIFFDirectory) -> Bool {
        (directory.value(of: Tag.subfileType) ?? 0) & reducedResolution != 0
    }
}
