// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentCapture

/// Where a recording is written.
struct CaptureTarget {
    /// The path of the file or folder.
    private let path: String
    private let format: CaptureFormat

    /// - Parameters:
    ///   - path: The path; "-" for standard output.
    init(path: String, format: CaptureFormat) {
        self.path = path == "-" ? "/dev/stdout" : path
        self.format = format
    }

    private var place: URL { URL(verbatimPath: path) }

    /// Checks that the place can be written, and is not the input.
    /// - Throws: `ValidationError` if it is, or if several files would go to standard output.
    func check(input: String) throws {
        guard path != "/dev/stdout" || (format.holdsSeveralPeople && format != .openPose) else {
            throw ValidationError("--output - takes .csv (--format table) or .pose, which hold all people.")
        }
        guard OutputPath.resolved(path) != OutputPath.resolved(input) else {
            throw ValidationError("--output \(path) is the input.")
        }
        if format == .openPose {
            try OutputPath.checkIsWritable(folder: path)
        } else {
            try OutputPath.checkIsWritable(file: path)
        }
    }

    /// Writes the files of a recording.
    /// - Returns: the number of files.
    /// - Throws: ``LineamentError`` if nobody has what the format needs.
    func write(_ recording: LongRecording, _ options: CaptureOptions) throws -> Int {
        var options = options
        options.name = place.deletingPathExtension().lastPathComponent
        if format == .openPose { try OutputPath.makeFolder(place) } else { try OutputPath.makeFolder(of: place) }
        return try recording.export(as: format, options: options, to: Files(place))
    }

    /// The files, each of which appears when it is complete.
    private final class Files: CaptureOutput {
        private let place: URL
        private var file: AtomicFile?

        init(_ place: URL) { self.place = place }

        func open(_ content: CaptureFile, isOnly: Bool) throws {
            file = try AtomicFile(path: place.place(of: content, isOnly: isOnly).path)
        }

        func write(_ data: Data) throws {
            guard let file else { return }
            try OutputPath.writing(file.path) { try file.handle.write(contentsOf: data) }
        }

        func close() throws {
            try file?.commit()
            file = nil
        }
    }
}
