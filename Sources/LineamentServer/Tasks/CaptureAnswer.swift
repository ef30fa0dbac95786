// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentCapture

/// A recording as a file: that of its format, or a ZIP archive of one for each person, or for each frame.
struct CaptureAnswer: Sendable {
    let data: Data
    let mediaType: String
    let fileName: String

    /// The most files of an archive.
    private static let mostFiles = Int(UInt16.max)
    private static let archiveType = "application/zip"

    /// The media types that there are, without those of archives.
    static var mediaTypes: [String] {
        Set(CaptureFormat.allCases.filter { $0 != .openPose }.map(\.mediaType)).sorted() + [archiveType]
    }

    /// Writes a recording that is clean.
    /// - Parameter willHold: Called with the memory that the files take, in bytes, before they do. What it throws ends the
    ///   work.
    /// - Throws: ``LineamentError`` if nobody has what the format needs, or if there are too many files.
    init(
        _ recording: Recording, _ settings: CaptureSettings, willHold: @escaping (_ bytes: Int) throws -> Void
    ) throws {
        let format = settings.format
        if format == .openPose { try Self.check(fileCount: recording.frameCount) }
        let files: [CaptureFile]
        do {
            files = try recording.collected(as: format, settings.options, willHold: willHold)
        } catch let error as LineamentError where error.code == .notFound {
            // A fault of the body, not of the server.
            throw LineamentError(.dataLoss, error.message)
        }
        let name = CaptureSettings.fileName + format.nameEnding
        if format != .openPose, files.count == 1, let only = files.first {
            data = only.data
            mediaType = format.mediaType
            fileName = name
            return
        }
        try Self.check(fileCount: files.count)
        var archive = ZIPArchive()
        let place = URL(fileURLWithPath: "/\(name)")
        for file in files {
            archive.add(file.data, name: place.place(of: file, isOnly: false).lastPathComponent)
        }
        data = archive.data
        mediaType = Self.archiveType
        fileName = CaptureSettings.fileName + ".zip"
    }

    private static func check(fileCount: Int) throws {
        guard fileCount <= mostFiles else {
            throw LineamentError(
                .resourceExhausted,
                "The recording has \(fileCount) files, more than an archive holds (\(mostFiles)). Send a part of it.")
        }
    }
}
