// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

extension VideoWriter {
    /// Gives the stream of a copy what its source says of its light and views.
    /// - Returns: A sentence on the properties that the copy does not keep; `nil` if it keeps all.
    static func describe(
        _ stream: AVStream, as source: CopySource, of reader: VideoReader, _ encoder: VideoEncoder, in format: String
    ) -> String? {
        let original = reader.demuxer.videoStream
        var types = [AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_PKT_DATA_CONTENT_LIGHT_LEVEL]
        // MOV has no place for the others, and from FFmpeg 8 on, MKV and WebM do not get what says that there are two views.
        if source.keepsViews, format != "mov" {
            types.append(AV_PKT_DATA_SPHERICAL)
            if format == "mp4" || lineament_ffmpeg_version() < 62 { types.append(AV_PKT_DATA_STEREO3D) }
        }
        for type in types { lineament_av_copy_side_data(original, stream, type) }
        let copy = encoder.traits(
            isSpherical: lineament_av_has_side_data(stream, AV_PKT_DATA_SPHERICAL),
            isStereo: isStereo(stream, in: format))
        let losses = source.traits?.losses(in: copy) ?? []
        return losses.isEmpty ? nil : "\(reader.name): the copy \(losses.joined(separator: " and "))."
    }

    /// Whether a container is going to say where frames have two views. MP4 has place for views beside or above each other that are
    /// not swapped.
    private static func isStereo(_ stream: AVStream, in format: String) -> Bool {
        var flags: Int32 = 0
        let type = lineament_av_stereo_type(stream, &flags)
        return format == "mp4" ? (1...2).contains(type) && flags == 0 : type != 0
    }
}
