// SPDX-License-Identifier: Apache-2.0

/// A directory of a TIFF file, which describes one of its images, or that of an EXIF block, which has the same form.
struct TIFFDirectory {
    private let bytes: UnsafeRawBufferPointer
    private let isLittleEndian: Bool
    private var entries: [Int] = []
    /// The place of the next directory; `nil` for the last.
    private(set) var next: Int?

    private static let entrySize = 12
    /// The type of numbers of 32 bits; those of orientations and flags otherwise have 16.
    private static let typeOfLongs = 4

    /// - Parameters:
    ///   - bytes: The file from its first byte.
    ///   - place: The place of the directory; `nil` for the first.
    init(_ bytes: UnsafeRawBufferPointer, at place: Int? = nil) {
        self.bytes = bytes
        isLittleEndian = bytes.first == UInt8(ascii: "I")
        guard short(2) == 42, let start = place ?? long(4), let count = short(start) else { return }
        next = long(start + 2 + Self.entrySize * count).flatMap { $0 == 0 ? nil : $0 }
        entries = (0..<count).map { start + 2 + Self.entrySize * $0 }.filter { $0 + Self.entrySize <= bytes.count }
    }

    /// Whether there is an entry with this tag.
    func contains(_ tag: Int) -> Bool { entry(tag) != nil }

    /// Returns the first number of the entry with this tag; `nil` if there is none.
    func value(of tag: Int) -> Int? {
        guard let entry = entry(tag), let count = long(entry + 4) else { return nil }
        let isLong = short(entry + 2) == Self.typeOfLongs
        let countThatFits = isLong ? 1 : 2
        // Numbers that do not fit into the entry are elsewhere in the file.
        guard let place = count > countThatFits ? long(entry + 8) : entry + 8 else { return nil }
        return isLong ? long(place) : short(place)
    }

    private func entry(_ tag: Int) -> Int? { entries.first { short($0) == tag } }

    private func short(_ at: Int) -> Int? {
        guard at >= 0, at + 2 <= bytes.count else { return nil }
        let first = Int(bytes[at])
        let second = Int(bytes[at + 1])
        return isLittleEndian ? first | second << 8 : first << 8 | second
    }

    private func long(_ at: Int) -> Int? {
        guard let first = short(at), let second = short(at + 2) else { return nil }
        return isLittleEndian ? first | second << 16 : first << 16 | second
    }
}
