// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// Where a container is written: a file, or a stream in which nothing can be changed later.
enum VideoDestination {
    case file(path: String)
    case stream(VideoStream)

    /// The time that a fragment of a stream covers, in microseconds.
    private static let fragmentTime = "500000"
    private static let bufferSize = 64 << 10

    /// The format of the container; `nil` if the extension of its name decides.
    var formatName: String? {
        switch self {
        case .file: nil
        case .stream: "mp4"
        }
    }

    /// Connects a container with the destination; returns false if that cannot be written.
    func open(_ context: AVFormatContext, _ ffmpeg: LineamentFFmpeg) -> Bool {
        switch self {
        case .file(let path):
            return ffmpeg.avio_open(&context.pb, "file:" + path, AVIO_FLAG_WRITE) >= 0
        case .stream(let stream):
            guard let buffer = ffmpeg.av_malloc(Self.bufferSize) else { return false }
            // The stream lives as long as the writer, which has this value.
            context.pb = ffmpeg.avio_alloc_context(
                buffer.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 1,
                Unmanaged.passUnretained(stream).toOpaque(), nil,
                { stream, bytes, count in
                    guard let stream else { return -1 }
                    Unmanaged<VideoStream>.fromOpaque(stream).takeUnretainedValue()
                        .append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                    return count
                }, nil)
            if context.pb == nil { ffmpeg.av_free(buffer) }
            context.flush_packets = 1
            return context.pb != nil
        }
    }

    /// Writes the beginning of the container and returns the status.
    /// - Parameter timescale: The units of a second that MP4 and MOV count in; `nil` for the usual ones.
    func writeHeader(_ context: AVFormatContext, timescale: Int32?, _ ffmpeg: LineamentFFmpeg) -> Int32 {
        var options: AVDictionary?
        defer { ffmpeg.av_dict_free(&options) }
        if let timescale { _ = ffmpeg.av_dict_set(&options, "video_track_timescale", "\(timescale)", 0) }
        if context.oformat.name.map({ ["matroska", "webm"].contains(String(cString: $0)) }) == true {
            // Otherwise, each copy has other numbers of the file and its tracks, chosen at random.
            _ = ffmpeg.av_dict_set(&options, "fflags", "+bitexact", 0)
        }
        guard case .stream = self else { return ffmpeg.avformat_write_header(context, &options) }
        // The index follows with the first fragment, when the times of the first frames are known.
        _ = ffmpeg.av_dict_set(&options, "movflags", "delay_moov+default_base_moof", 0)
        _ = ffmpeg.av_dict_set(&options, "frag_duration", Self.fragmentTime, 0)
        return ffmpeg.avformat_write_header(context, &options)
    }

    /// Closes the destination, if that has not been done; returns a negative status if not everything could be written.
    func close(_ context: AVFormatContext, _ ffmpeg: LineamentFFmpeg) -> Int32 {
        guard case .stream = self else { return ffmpeg.avio_closep(&context.pb) }
        guard let output = context.pb else { return 0 }
        ffmpeg.av_free(output.buffer)
        ffmpeg.avio_context_free(&context.pb)
        return 0
    }
}
