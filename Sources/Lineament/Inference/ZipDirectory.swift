// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// Reads the central directory of a ZIP archive whose members are stored (PKWARE APPNOTE, sections 4.3 and 4.4).
struct ZipDirectory {
    private enum Signature {
        static let localHeader: UInt32 = 0x0403_4b50
        static let centralHeader: UInt32 = 0x0201_4b50
        static let end: UInt32 = 0x0605_4b50
    }

    private enum Size {
        static let localHeader = 30
        static let centralHeader = 46
        static let end = 22
        static let maxComment = 0xffff
    }

    /// The maximum number of members, more than any bundle has.
    private static let maxMembers = 64

    let bytes: ModelBytes
    let name: String

    /// Returns the range of each member's data within the archive.
    func memberRanges() throws -> [String: Range<Int>] {
        let end = try endRecord()
        let count = try Int(short(end + 10))
        guard count <= Self.maxMembers else { throw damaged("it claims \(count) members") }
        var ranges: [String: Range<Int>] = [:]
        var position = try Int(long(end + 16))
        for _ in 0..<count {
            let (member, range, next) = try centralEntry(at: position)
            guard ranges.updateValue(range, forKey: member) == nil else {
                throw damaged("it has \(member) twice")
            }
            position = next
        }
        return ranges
    }

    /// Returns the position of the end record, which is last except for a comment of up to 65535 bytes.
    private func endRecord() throws -> Int {
        let last = bytes.count - Size.end
        let first = max(0, last - Size.maxComment)
        guard last >= 0,
            let found = (first...last).reversed().first(where: { (try? long($0)) == Signature.end })
        else { throw damaged("it is truncated or not a ZIP archive") }
        return found
    }

    /// Reads one entry of the central directory.
    private func centralEntry(at position: Int) throws -> (member: String, range: Range<Int>, next: Int) {
        guard try long(position) == Signature.centralHeader else { throw damaged("its directory is damaged") }
        let flags = try short(position + 8)
        let method = try short(position + 10)
        let packed = try Int(long(position + 20))
        let size = try Int(long(position + 24))
        let nameLength = try Int(short(position + 28))
        let skipped = try Int(short(position + 30)) + Int(short(position + 32))
        let local = try Int(long(position + 42))
        let nameStart = position + Size.centralHeader
        guard nameStart + nameLength <= bytes.count else { throw damaged("it is truncated") }
        let member = String(decoding: bytes[nameStart..<nameStart + nameLength], as: UTF8.self)
        try check(memberName: member)
        guard method == 0, packed == size else {
            throw LineamentError(
                .unimplemented,
                "\(name) stores \(member) compressed; a model bundle must store its members uncompressed "
                    + "(zip -0).")
        }
        guard flags & 1 == 0 else {
            throw LineamentError(.unimplemented, "\(name) contains an encrypted member: \(member).")
        }
        return (member, try dataRange(local: local, size: size, member: member), nameStart + nameLength + skipped)
    }

    /// Returns the range of a member's data, whose start depends on its local header.
    private func dataRange(local: Int, size: Int, member: String) throws -> Range<Int> {
        guard try long(local) == Signature.localHeader else {
            throw damaged("the header of \(member) is missing")
        }
        let start = try local + Size.localHeader + Int(short(local + 26)) + Int(short(local + 28))
        guard start + size <= bytes.count else {
            throw damaged("\(member) claims \(size) bytes, which the file does not have")
        }
        return start..<start + size
    }

    /// Rejects names that could escape a folder if the archive were extracted.
    private func check(memberName member: String) throws {
        let parts = member.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain =
            !member.isEmpty && !member.contains("\\") && !member.contains("\0") && !parts.contains("..")
            && parts.first != ""
        guard isPlain else {
            throw LineamentError(
                .invalidArgument, "\(name) has a member with an unsafe name: \(member.debugDescription).")
        }
    }

    private func damaged(_ reason: String) -> LineamentError {
        LineamentError(
            .dataLoss, "Unable to open zip archive.",
            recoverySuggestion: "\(name) is not a usable model bundle: \(reason). \(ModelRemedy.downloadAgain)")
    }

    /// Reads a little-endian 16-bit integer.
    private func short(_ at: Int) throws -> UInt16 {
        guard at >= 0, at <= bytes.count - 2 else { throw damaged("it is truncated") }
        return UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
    }

    /// Reads a little-endian 32-bit integer.
    private func long(_ at: Int) throws -> UInt32 {
        try UInt32(short(at)) | UInt32(short(at + 2)) << 16
    }
}
