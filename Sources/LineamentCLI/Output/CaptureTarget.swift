// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import Foundation
internal import Lineament
internal import LineamentCapture
internal import LineamentTasks

/// Where a recording is written.
struct CaptureTarget {
    /// The files that were written.
    struct Outcome {
        /// The files; for a file for each frame, the folder.
        let paths: [String]
        let fileCount: Int
        let format: CaptureFormat
    }

    let format: CaptureFormat
    /// The path of the file or folder.
    private let path: String

    /// - Parameters:
    ///   - path: The path; "-" for standard output.
    init(path: String, format: CaptureFormat) {
        self.path = path == "-" ? "/dev/stdout" : path
        self.format = format
    }

    private var place: URL { URL(verbatimPath: path) }

    /// Checks that the place can be written, and is not the input.
    /// - Throws: `ValidationError` if it is, if several files would go to standard output, or if a folder has other frames.
    func check(input: String) throws {
        guard path != "/dev/stdout" || (format.holdsSeveralPeople && format != .openPose) else {
            throw ValidationError("--output - takes .csv (--format table) or .pose, which hold all people.")
        }
        guard OutputPath.resolved(path) != OutputPath.resolved(input) else {
            throw ValidationError("--output \(path) is the input.")
        }
        if format == .openPose {
            try OutputPath.checkIsWritable(folder: path)
            try ValidationError.translating { try FrameFolder.check(place) }
        } else {
            try OutputPath.checkIsWritable(file: path)
        }
    }

    /// Whether another target is the same file or folder.
    func isSame(as other: CaptureTarget) -> Bool { absolutePath == other.absolutePath }

    private var absolutePath: String { URL(fileURLWithPath: OutputPath.resolved(path)).standardizedFileURL.path }

    /// Writes the files of a recording.
    /// - Throws: ``LineamentError`` if no person has what the format needs.
    func write(_ recording: LongRecording, _ options: CaptureOptions) throws -> Outcome {
        var options = options
        options.name = place.deletingPathExtension().lastPathComponent
        if format == .openPose {
            let count = try OutputPath.writing(path) {
                let folder = try FrameFolder(place)
                _ = try recording.export(as: format, options: options, to: folder)
                return try folder.commit().count
            }
            return Outcome(paths: [path], fileCount: count, format: format)
        }
        try OutputPath.makeFolder(of: place)
        let files = Files(place)
        _ = try recording.export(as: format, options: options, to: files)
        return Outcome(
            paths: path == "/dev/stdout" ? ["standard output"] : files.paths, fileCount: files.paths.count,
            format: format)
    }

    /// The files, each of which appears when it is complete.
    private final class Files: CaptureOutput {
        private(set) var paths: [String] = []
        private let place: URL
        private var file: AtomicFile?

        init(_ place: URL) { self.place = place }

        func open(_ content: CaptureFile, isOnly: Bool) throws {
            // Relative paths stay as they were given; Foundation puts a dot before the name of a file for one of several people.
            let path = place.place(of: content, isOnly: isOnly).relativePath
            let hasDot = path.hasPrefix("./") && !place.relativePath.hasPrefix("./")
            file = try AtomicFile(path: hasDot ? String(path.dropFirst(2)) : path)
        }

        func write(_ data: Data) throws {
            guard let file else { return }
            try OutputPath.writing(file.path) { try file.handle.write(contentsOf: data) }
        }

        func close() throws {
            try file?.commit()
            if let file { paths.append(file.path) }
            file = nil
        }
    }
}

extension [CaptureTarget.Outcome] {
    /// A description of the files: each file, or how many and the first and the last of them.
    var summary: String {
        map { outcome in
            if outcome.paths.count < outcome.fileCount {
                return "\(outcome.paths.joined()) (\(outcome.fileCount.counted("file")))"
            }
            guard outcome.paths.count > 3 else { return outcome.paths.joined(separator: ", ") }
            return "\(outcome.paths[0]) to \(outcome.paths[outcome.paths.count - 1]) (\(outcome.fileCount) files)"
        }.joined(separator: ", ")
    }
}
