// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentImages

/// An archive of files that are stored as they are (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
struct ZIPArchive {
    private var files = Data()
    private var directory = ZIPDirectory()

    /// Adds a file, of which there may be 65,535 with 4 GB together.
    mutating func add(_ content: Data, name: String) {
        var member = ZIPMember(name: name, at: files.count)
        member.add(content)
        files += member.header + content
        directory.add(member)
    }

    /// The archive.
    var data: Data { files + directory.data(at: files.count) }
}

/// A file of an archive.
struct ZIPMember {
    /// Where its header begins, in bytes from the beginning of the archive.
    let place: Int
    private let name: Data
    private var size = 0
    private var checksum: UInt32 = 0

    /// 1 January 1980, the earliest date there is: the archive does not tell when its files were made.
    private static let time: UInt16 = 0
    private static let date: UInt16 = 0x21
    private static let version: UInt16 = 20
    /// Names are in UTF-8.
    private static let flags: UInt16 = 0x800

    /// Creates an empty file.
    init(name: String, at place: Int) {
        self.name = Data(name.utf8)
        self.place = place
    }

    /// Counts bytes that come next.
    mutating func add(_ content: Data) {
        checksum = CRC32.checksum(content, after: checksum)
        size += content.count
    }

    /// The header before the bytes, always with the same length.
    var header: Data {
        var data = Data()
        data.append(UInt32(0x0403_4b50))
        return data + common + name
    }

    /// The line of the directory.
    fileprivate var line: Data {
        var data = Data()
        data.append(UInt32(0x0201_4b50))
        data.append(Self.version)
        data += common
        for number: UInt16 in [0, 0, 0] { data.append(number) }
        for number in [0, UInt32(truncatingIfNeeded: place)] { data.append(number) }
        return data + name
    }

    private var common: Data {
        var data = Data()
        for number in [Self.version, Self.flags, 0, Self.time, Self.date] { data.append(number) }
        let bytes = UInt32(truncatingIfNeeded: size)
        for number in [checksum, bytes, bytes] { data.append(number) }
        data.append(UInt16(truncatingIfNeeded: name.count))
        data.append(UInt16(0))
        return data
    }
}

/// The directory at the end of an archive.
struct ZIPDirectory {
    /// The number of files.
    private(set) var count = 0
    private var lines = Data()

    /// Adds a file that is complete.
    mutating func add(_ member: ZIPMember) {
        lines += member.line
        count += 1
    }

    /// Returns the directory, which ends the archive.
    /// - Parameter place: Where it begins, in bytes from the beginning of the archive.
    func data(at place: Int) -> Data {
        let files = UInt16(truncatingIfNeeded: count)
        var end = Data()
        end.append(UInt32(0x0605_4b50))
        for number in [0, 0, files, files] { end.append(number) }
        for number in [lines.count, place] { end.append(UInt32(truncatingIfNeeded: number)) }
        end.append(UInt16(0))
        return lines + end
    }
}

extension Data {
    /// Appends a number, its lowest byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
