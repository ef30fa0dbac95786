// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture

/// A recording as a file: that of its format, or a ZIP archive of one for each person, or for each frame. It is in a
/// temporary file, which is gone when the value is released.
struct CaptureAnswer: Sendable {
    let byteCount: Int
    let mediaType: String
    let fileName: String
    private let file: ScratchFile

    private static let archiveType = "application/zip"

    /// The media types that there are, without those of archives.
    static var mediaTypes: [String] {
        Set(CaptureFormat.allCases.filter { $0 != .openPose }.map(\.mediaType)).sorted() + [archiveType]
    }

    /// Writes a recording that is clean.
    /// - Parameter space: The disk space that the file is a part of.
    /// - Throws: ``LineamentError`` if no person has what the format needs, or if there are too many files.
    init(_ recording: LongRecording, _ settings: CaptureSettings, in space: ScratchSpace) throws {
        let format = settings.format
        let name = CaptureSettings.fileName + format.nameEnding
        if format == .openPose { try ArchivedFiles.check(fileCount: recording.frameCount) }
        let output = ArchivedFiles(try ScratchFile(in: space), name: name)
        do {
            _ = try recording.export(as: format, options: settings.options, to: output)
        } catch let error as LineamentError where error.code == .notFound {
            // A fault of the body, not of the server.
            throw LineamentError(.dataLoss, error.message)
        }
        byteCount = try output.finish()
        mediaType = output.isArchive ? Self.archiveType : format.mediaType
        fileName = output.isArchive ? CaptureSettings.fileName + ".zip" : name
        file = output.file
    }

    /// Returns some of the bytes.
    /// - Throws: ``LineamentError`` if they cannot be read.
    func bytes(_ range: Range<Int>) throws -> Data {
        var data = Data(count: range.count)
        try data.withUnsafeMutableBytes { try file.read(into: $0, at: range.lowerBound) }
        return data
    }
}
