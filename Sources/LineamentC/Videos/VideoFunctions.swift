// SPDX-License-Identifier: Apache-2.0
package import CLineament
internal import Foundation
internal import Lineament
internal import LineamentVideo

/// A video that C code reads.
final class OpenVideo: ForkBound, @unchecked Sendable {
    // Sound: the reader, which is not thread-safe, is used under `lock` only.

    static let handleName = "video"

    private let reader: VideoReader
    private let cancellation: ReadCancellation
    private let lock = NSLock()
    let origin = ForkGuard()

    init(path: String, allowsAddress: Bool, options: VideoReader.Options) throws {
        guard allowsAddress || !VideoSource.isAddress(path) || FileManager.default.fileExists(atPath: path) else {
            throw LineamentError(
                .notFound, "\(path) is an address, and there is no file of that name. To open it, set allow_address.")
        }
        cancellation = options.cancellation
        reader =
            allowsAddress && VideoSource.isAddress(path)
            ? try VideoReader(address: path, options: options) : try VideoReader(path, options: options)
    }

    var info: LineamentVideoInfo {
        LineamentVideoInfo(
            width: Int32(reader.width), height: Int32(reader.height), frame_rate: reader.frameRate ?? 0,
            duration: reader.duration ?? 0)
    }

    func next() throws -> VideoFrame? { try lock.withLock { try reader.next() } }

    /// Ends a read that is waiting for a camera or a server.
    func close() { cancellation.cancel() }
}

@_cdecl("lineament_video_open")
package func lineamentVideoOpen(
    _ path: UnsafePointer<CChar>?, _ allowsAddress: Bool, _ start: Double, _ duration: Double, _ every: Int32,
    _ squarePixels: Bool, _ video: NewHandle?, _ info: UnsafeMutablePointer<LineamentVideoInfo>?,
    _ message: ErrorMessage?
) -> MpStatus {
    creating(video, "video", message) {
        guard start.isFinite, start >= 0, duration.isFinite, duration >= 0, every >= 1 else {
            throw LineamentError(
                .invalidArgument,
                "start and duration must be at least 0 seconds and every at least 1, not \(start), \(duration), \(every)."
            )
        }
        var options = VideoReader.Options()
        options.start = start
        options.duration = duration > 0 ? duration : nil
        options.every = Int(every)
        options.squaresPixels = squarePixels
        options.waitingAudio = .dropped
        let opened = try OpenVideo(
            path: String(path: path, "path"), allowsAddress: allowsAddress, options: options)
        info?.pointee = opened.info
        return opened
    }
}

@_cdecl("lineament_video_next")
package func lineamentVideoNext(
    _ video: OpaquePointer?, _ image: NewHandle?, _ info: UnsafeMutablePointer<LineamentFrameInfo>?,
    _ message: ErrorMessage?
) -> MpStatus {
    status(message) {
        let image = try place(image, "image", holding: nil)
        guard let frame = try HandleTable.object(video, OpenVideo.self).next() else { return }
        info?.pointee = LineamentFrameInfo(
            index: Int64(frame.index), timestamp_ms: Int64(frame.timestampInMilliseconds), time: frame.time)
        image.pointee = HandleTable.insert(
            SharedImage(frame.pixels, moment: (frame.time, frame.container)))
    }
}

@_cdecl("lineament_video_close")
package func lineamentVideoClose(_ video: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) { try HandleTable.remove(video, OpenVideo.self).close() }
}
