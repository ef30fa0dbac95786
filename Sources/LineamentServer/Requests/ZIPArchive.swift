// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentImages

/// An archive of files that are stored as they are (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
struct ZIPArchive {
    private var files = Data()
    private var directory = Data()
    private var count: UInt16 = 0

    /// 1 January 1980, the earliest date there is: when files were made is nobody's concern.
    private static let time: UInt16 = 0
    private static let date: UInt16 = 0x21
    private static let version: UInt16 = 20
    /// Names are in UTF-8.
    private static let flags: UInt16 = 0x800

    /// Adds a file, of which there may be 65,535 with 4 GB together.
    mutating func add(_ content: Data, name: String) {
        let place = UInt32(truncatingIfNeeded: files.count)
        let checksum = CRC32.checksum(content)
        let size = UInt32(truncatingIfNeeded: content.count)
        var common = Data()
        for number in [Self.version, Self.flags, 0, Self.time, Self.date] { common.append(number) }
        for number in [checksum, size, size] { common.append(number) }
        common.append(UInt16(name.utf8.count))
        common.append(UInt16(0))
        files.append(UInt32(0x0403_4b50))
        files += common + Data(name.utf8) + content
        directory.append(UInt32(0x0201_4b50))
        directory.append(Self.version)
        directory += common
        for number: UInt16 in [0, 0, 0] { directory.append(number) }
        for number in [0, place] { directory.append(number) }
        directory += Data(name.utf8)
        count += 1
    }

    /// The archive.
    var data: Data {
        var end = Data()
        end.append(UInt32(0x0605_4b50))
        for number in [0, 0, count, count] { end.append(number) }
        for number in [directory.count, files.count] { end.append(UInt32(truncatingIfNeeded: number)) }
        end.append(UInt16(0))
        return files + directory + end
    }
}

extension Data {
    /// Appends a number, its lowest byte first.
    fileprivate mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
