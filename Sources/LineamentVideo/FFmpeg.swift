internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// The FFmpeg libraries, opened on first use.
enum FFmpeg {
    /// Opens FFmpeg and returns its functions. A failure is not cached, so that a program need not be restarted after
    /// FFmpeg is installed.
    /// - Throws: `LineamentError` with code `notFound` if it is not installed.
    static func library() throws -> LineamentFFmpeg {
        var missing: UnsafePointer<CChar>?
        if let functions = lineament_ffmpeg_open(&missing) { return functions.pointee }
        let name = missing.map { String(cString: $0) } ?? "one of its functions"
        throw LineamentError(
            .notFound,
            "Videos need FFmpeg's libraries, and \(name) was not found. Install FFmpeg in the version that this program was "
                + "built for (Debian, Ubuntu: apt-get install ffmpeg; Fedora: dnf install ffmpeg-free; Arch: pacman -S "
                + "ffmpeg).")
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
