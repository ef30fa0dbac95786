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
            isStereo: lineament_av_has_side_data(stream, AV_PKT_DATA_STEREO3D))
        let losses = source.traits?.losses(in: copy) ?? []
        return losses.isEmpty ? nil : "\(reader.name): the copy \(losses.joined(separator: " and "))."
    }
}
