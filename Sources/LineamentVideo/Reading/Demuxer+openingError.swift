// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

extension Demuxer {
    /// FFmpeg's errors for servers that cannot be reached; `EIO` means that the host name cannot be resolved.
    private static let unreachable = [
        ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ENETDOWN, ETIMEDOUT, EIO,
    ]

    /// The error codes for FFmpeg's HTTP errors.
    private static let httpErrorCodes: [Int32: LineamentError.Code] = [
        lineament_av_error_http_bad_request(): .invalidArgument,
        lineament_av_error_http_not_found(): .notFound,
        lineament_av_error_http_unauthorized(): .permissionDenied,
        lineament_av_error_http_forbidden(): .permissionDenied,
        lineament_av_error_http_other(): .unavailable,
        lineament_av_error_http_server(): .unavailable,
    ]

    /// Returns the error for a file, camera or address that FFmpeg could not open.
    /// - Parameters:
    ///   - source: The name of the origin in messages.
    ///   - status: FFmpeg's error.
    ///   - reason: The reason that FFmpeg gives.
    static func openingError(
        _ origin: VideoSource, _ source: String, _ status: Int32, _ reason: String
    ) -> LineamentError {
        if let error = LineamentError.shortage(source, status) { return error }
        if status == -ENOENT {
            if case .address(let address) = origin {
                let kind = address.hasPrefix("camera:") ? "camera" : "video"
                return LineamentError(.notFound, "\(source): no such \(kind).")
            }
            return .noSuchFile(
                source, hint: VideoSource.isAddress(source) ? "Open addresses with VideoReader(address:)." : nil)
        }
        if status == -EISDIR { return LineamentError(.invalidArgument, "\(source) is a folder, not a video.") }
        if case .address(let address) = origin, !address.hasPrefix("camera:"), unreachable.contains(-status) {
            return LineamentError(
                .unavailable,
                "\(source) cannot be reached: \(reason). Check the address and that the server is running.")
        }
        if let code = httpErrorCodes[status] { return LineamentError(code, "\(source) cannot be opened: \(reason).") }
        let beginning = beginning(of: origin)
        if beginning?.isEmpty == true { return LineamentError(.dataLoss, "\(source) is empty.") }
        // FFmpeg 7 refuses HLS by the name of the file, as invalid data.
        if status == -EINVAL || beginning == Data("#EXTM3U".utf8) {
            return LineamentError(
                .unimplemented,
                "\(source) is not a video in a supported container, such as MP4, MOV, MKV, WebM, or AVI. Playlists are "
                    + "not opened.")
        }
        if status == -EACCES { return LineamentError(.permissionDenied, "\(source) cannot be read: \(reason).") }
        return LineamentError(.unimplemented, "\(source) cannot be opened as a video: \(reason).")
    }

    /// Returns the first seven bytes of a regular file, also behind a link, as an upload is; `nil` for anything else.
    private static func beginning(of origin: VideoSource) -> Data? {
        var status = stat()
        guard case .file(let path) = origin, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        do { return try file.read(upToCount: 7) ?? Data() } catch { return nil }
    }
}
