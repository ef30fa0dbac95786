// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

extension Demuxer {
    /// The parameters with which FFmpeg opens a source.
    struct Place {
        var url: String
        var format: AVInputFormat?
        var settings: AVDictionary?
        var isLive = false
        var isFile = false
        var isCamera = false

        init(_ source: VideoSource, _ ffmpeg: LineamentFFmpeg) throws {
            guard case .address(let address) = source else {
                // Opens only the named file: no playlists, pipes or network addresses.
                url = "file:" + source.name
                isFile = true
                if AnimatedPNG.isAt(source.name) { format = ffmpeg.av_find_input_format("apng") }
                set("protocol_whitelist", "file", ffmpeg)
                set("format_whitelist", Self.containers, ffmpeg)
                return
            }
            url = address
            if let device = address.dropping(prefix: "camera:") {
                guard !device.isEmpty else {
                    throw LineamentError(
                        .invalidArgument,
                        "\(source.name) does not name a camera. Write, for example, camera:/dev/video0.")
                }
                guard lineament_ffmpeg_register_devices(), let cameras = ffmpeg.av_find_input_format("v4l2") else {
                    throw LineamentError(
                        .unimplemented, "FFmpeg on this system does not support cameras (v4l2). Install libavdevice.")
                }
                url = device
                format = cameras
                isLive = true
                isCamera = true
            } else if address.hasPrefix("rtsp://") || address.hasPrefix("rtsps://") {
                isLive = true
                set("rtsp_transport", "tcp", ffmpeg)
            } else if address.hasPrefix("http://") || address.hasPrefix("https://") {
                set("protocol_whitelist", "http,https,httpproxy,tls,tcp,crypto", ffmpeg)
                set("format_whitelist", Self.containers + ",hls,mpjpeg,aac,mp3,ac3,eac3,webvtt", ffmpeg)
            } else {
                let hint = Int(address).map { " For that camera, write camera:/dev/video\($0)." } ?? ""
                throw LineamentError(
                    .invalidArgument,
                    "\(source.name) is not an address of a video. Supported: camera:, rtsp://, rtsps://, http://, https://."
                        + hint)
            }
        }

        /// Creates the place of an animation's pictures.
        init(_ animation: WebPAnimation, _ ffmpeg: LineamentFFmpeg) {
            url = "file:" + animation.path
            isFile = true
            format = ffmpeg.av_find_input_format("webp_pipe")
            set("protocol_whitelist", "file", ffmpeg)
            set("format_whitelist", "webp_pipe", ffmpeg)
        }

        private mutating func set(_ key: String, _ value: String, _ ffmpeg: LineamentFFmpeg) {
            _ = ffmpeg.av_dict_set(&settings, key, value, 0)
        }

        /// FFmpeg's names of containers that hold a video themselves, unlike playlists.
        private static let containers =
            "mov,matroska,avi,mpegts,mpeg,mpegvideo,m4v,h264,hevc,obu,ivf,flv,asf,ogg,gif,apng,mjpeg,mxf,nut,dv,yuv4mpegpipe"
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
