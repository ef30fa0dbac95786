// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A check of a shared library before it is opened.
enum LibraryFile {
    private static let headerSize = 64
    private static let entrySize = 56

    /// Returns whether a library in the ELF format ends before what it says to contain, as after an interrupted copy. The loader
    /// would map what is missing, and the process would end with its first use.
    static func isTruncated(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(),
            let header = bytes(of: file, at: 0, count: headerSize), header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return false }
        let count = header.number(at: 56, bytes: 2)
        guard header.number(at: 54, bytes: 2) == UInt64(entrySize) else { return false }
        guard let table = bytes(of: file, at: header.number(at: 32, bytes: 8), count: Int(count) * entrySize) else {
            return true
        }
        return (0..<Int(count)).contains { index in
            let entry = Array(table[index * entrySize..<(index + 1) * entrySize])
            let isLoaded = entry.number(at: 0, bytes: 4) == 1
            let (end, overflows) = entry.number(at: 8, bytes: 8)
                .addingReportingOverflow(entry.number(at: 32, bytes: 8))
            return isLoaded && (overflows || end > size)
        }
    }

    /// Returns a part of a file; `nil` if the file ends before it.
    private static func bytes(of file: FileHandle, at offset: UInt64, count: Int) -> [UInt8]? {
        guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count),
            data.count == count
        else { return nil }
        return Array(data)
    }
}

extension [UInt8] {
    /// Returns a little-endian number.
    fileprivate func number(at offset: Int, bytes count: Int) -> UInt64 {
        self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
