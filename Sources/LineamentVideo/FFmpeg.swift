// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// The FFmpeg libraries, opened on first use.
enum FFmpeg {
    /// The variable of the environment that names the folders of FFmpeg's libraries, separated by colons. An empty one
    /// stands for where the system has them.
    private static let variable = "LINEAMENT_FFMPEG"

    /// Opens the newest FFmpeg that is known and returns its functions. A failure is not cached, so that a program need
    /// not be restarted after FFmpeg is installed.
    /// - Throws: `LineamentError` with code `notFound` if it is not installed, or in another version only;
    ///   `permissionDenied` if every user can write to a folder that the environment names.
    static func library() throws -> LineamentFFmpeg {
        var problem = LineamentFFmpegProblem()
        if lineament_ffmpeg_version() == 0 { try checkFolders() }
        if let functions = lineament_ffmpeg_open(folders, &problem) { return functions.pointee }
        throw LineamentError(
            .notFound,
            "Videos need FFmpeg 4.3 to 9, and \(text(problem)). Install it (\(remedy)), or name the folder of its libraries "
                + "by \(variable).", underlyingError: MissingLibrary("FFmpeg"))
    }

    /// The folders in which the libraries are looked for.
    private static var folders: String { ProcessInfo.processInfo.environment[variable] ?? "" }

    private static let remedy =
        "Debian, Ubuntu: apt-get install ffmpeg; Fedora: dnf install ffmpeg-free; Arch: pacman -S ffmpeg"

    private static func checkFolders() throws {
        for folder in folders.split(separator: ":") {
            guard FileManager.default.fileExists(atPath: String(folder)) else {
                throw LineamentError(.notFound, "There is no folder \(folder), which \(variable) names.")
            }
            try AssetFolders.checkIsTrusted(URL(fileURLWithPath: String(folder)))
        }
    }

    /// Returns the problem with the libraries.
    private static func text(_ problem: LineamentFFmpegProblem) -> String {
        if problem.is_altered { return "this system's libraries differ from what their version says" }
        let missing = withUnsafeBytes(of: problem.missing) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if !missing.isEmpty { return "\(missing) was not found" }
        return problem.unknown_version > 0
            ? "this system has another version (libavformat \(problem.unknown_version))" : "none was found"
    }
}

extension LineamentFFmpeg {
    /// Returns FFmpeg's description of a status code.
    func text(_ status: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { text in
            guard let start = text.baseAddress else { return "" }
            start.initialize(repeating: 0, count: text.count)
            _ = av_strerror(status, start, text.count)
            return String(cString: start)
        }
    }
}

extension LineamentError {
    /// Returns the error for a status of FFmpeg's that says that the system has no memory, threads, or file descriptors
    /// left; `nil` for any other.
    static func shortage(_ name: String, _ status: Int32) -> LineamentError? {
        switch -status {
        case ENOMEM: LineamentError(.resourceExhausted, "\(name) cannot be read: not enough memory.")
        case EAGAIN: LineamentError(.resourceExhausted, "\(name) cannot be read: not enough threads or memory.")
        case EMFILE, ENFILE: LineamentError(.resourceExhausted, "\(name) cannot be read: too many open files.")
        default: nil
        }
    }
}
