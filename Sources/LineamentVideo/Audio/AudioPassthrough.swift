// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A copy of a video's audio packets to another file, without reencoding.
///
/// The packets arrive in the thread that reads the video, also after the file has been closed. An error ends the copy;
/// the writer throws it, not the reader.
final class AudioPassthrough: @unchecked Sendable {
    // @unchecked Sendable: `file` and what belongs to it, `tracks` and `failure`, are only used under `muxing`.

    private let ffmpeg: LineamentFFmpeg
    private let path: String
    private let muxing: NSLock
    /// The file, until it is closed.
    private var file: AVFormatContext?
    private var failure: LineamentError?
    private var tracks: [Int32: AudioTrack]

    /// Adds the streams to a file.
    /// - Parameters:
    ///   - streams: The audio streams of the source.
    ///   - path: The name of the file in errors.
    ///   - muxing: The lock that is held while a packet is written to the file.
    /// - Throws: `LineamentError` with code `failedPrecondition` if audio that was read already is not there any more.
    init(
        of streams: [Int32], from reader: VideoReader, _ timing: CopyTiming,
        to file: AVFormatContext, path: String, muxing: NSLock
    ) throws {
        let demuxer = reader.demuxer
        ffmpeg = demuxer.ffmpeg
        self.path = path
        self.muxing = muxing
        self.file = file
        tracks = [:]
        if let absence = demuxer.audioBacklog.absence { throw absence.error(demuxer.name) }
        for index in streams {
            guard let source = demuxer.context.streams[Int(index)] else { continue }
            tracks[index] = try AudioTrack(of: source, in: file, timing, path: path, demuxer.clock, ffmpeg)
        }
    }

    /// Writes the packets that were read before, and from now on each one that is read. The header of the file must have
    /// been written.
    /// - Parameter demuxer: The source, which from now on refers to this object.
    func begin(_ demuxer: Demuxer) throws {
        try demuxer.audioBacklog.drain(write)
        demuxer.onOtherPacket = { [self] packet in write(packet) }
    }

    /// Reports the error that ended the copy.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the file could not be written.
    func check() throws {
        if let failure = muxing.withLock({ failure }) { throw failure }
    }

    /// Ends the copy. Packets that arrive from now on are dropped.
    func close() { muxing.withLock { file = nil } }

    /// Writes a copy of a packet. One that the container refuses is dropped.
    private func write(_ packet: AVPacket) {
        muxing.withLock {
            let index = packet.stream_index
            guard let file, tracks[index] != nil else { return }
            guard let copy = ffmpeg.av_packet_clone(packet) else { return end("there is not enough memory") }
            var owned: AVPacket? = copy
            defer { ffmpeg.av_packet_free(&owned) }
            do {
                guard try tracks[index]?.prepare(copy) == true else { return }
            } catch {
                return end("there is not enough memory")
            }
            let status = ffmpeg.av_interleaved_write_frame(file, copy)
            if status == -ENOMEM { end("there is not enough memory") }
            if let output = file.pb, output.error < 0 { end("the disk may be full") }
        }
    }

    /// Ends the copy with an error. `muxing` must be held.
    private func end(_ reason: String) {
        failure = failure ?? .unwritable(path, reason)
        file = nil
    }
}

extension AudioBacklog.Absence {
    /// The error of a writer that should copy the audio.
    fileprivate func error(_ name: String) -> LineamentError {
        switch self {
        case .dropped:
            LineamentError(
                .failedPrecondition,
                "The audio of \(name) was not kept. Set VideoReader.Options.waitingAudio to .limited or .kept, or "
                    + "VideoWriter.Options.copiesAudio to false.")
        case .tooMuch:
            LineamentError(
                .failedPrecondition,
                "The audio of \(name) that was read before the writer was created is not there any more. Create the writer "
                    + "earlier, or set VideoReader.Options.waitingAudio to .kept.")
        case .taken: LineamentError(.failedPrecondition, "The audio of \(name) is copied by another writer.")
        case .failed(let error): error
        }
    }
}
