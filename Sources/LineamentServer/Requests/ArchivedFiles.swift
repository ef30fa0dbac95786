// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentImages

/// The files of a recording in a temporary file, the only one as it is, several as a ZIP archive.
final class ArchivedFiles: CaptureOutput {
    let file: ScratchFile
    /// Whether they are in an archive.
    private(set) var isArchive = false
    /// The file or folder that was asked for, whose name the names of several files are made of.
    private let place: URL
    private var end = 0
    private var directory = ZIPDirectory()
    /// The file that is being written; `nil` for the only one.
    private var member: ZIPMember?

    /// The most files of an archive.
    private static let mostFiles = Int(UInt16.max)

    /// - Parameters:
    ///   - file: An empty file, in which they are written.
    ///   - name: The name of the file or folder that was asked for.
    init(_ file: ScratchFile, name: String) {
        self.file = file
        place = URL(fileURLWithPath: "/\(name)")
    }

    /// Checks that an archive can hold so many files.
    /// - Throws: ``LineamentError`` with code `resourceExhausted`.
    static func check(fileCount: Int) throws {
        guard fileCount <= mostFiles else {
            throw LineamentError(
                .resourceExhausted,
                "The recording has \(fileCount) files, more than an archive holds (\(mostFiles)). Send a part of it.")
        }
    }

    func open(_ file: CaptureFile, isOnly: Bool) throws {
        guard !isOnly else { return }
        isArchive = true
        try Self.check(fileCount: directory.count + 1)
        let member = ZIPMember(name: place.place(of: file, isOnly: false).lastPathComponent, at: end)
        // Its size and checksum are known in the end.
        try append(member.header)
        self.member = member
    }

    func write(_ data: Data) throws {
        try append(data)
        member?.add(data)
    }

    func close() throws {
        guard let member else { return }
        try checkSize()
        try write(member.header, at: member.place)
        directory.add(member)
        self.member = nil
    }

    /// Completes the archive, if it is one.
    /// - Returns: the number of bytes.
    func finish() throws -> Int {
        if isArchive {
            try checkSize()
            try append(directory.data(at: end))
        }
        return end
    }

    private func checkSize() throws {
        guard end <= Int(UInt32.max) else {
            throw LineamentError(
                .resourceExhausted,
                "The recording's files have more than 4 GB, which an archive holds. Send a part of it.")
        }
    }

    private func append(_ data: Data) throws {
        try write(data, at: end)
        end += data.count
    }

    private func write(_ data: Data, at offset: Int) throws {
        try data.withUnsafeBytes { try file.write($0, at: offset) }
    }
}
