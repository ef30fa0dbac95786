// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The properties of a video that a copy may not keep.
struct VideoTraits {
    /// The values of a pixel.
    enum Color: Equatable {
        case gray
        case rgb
        /// Brightness, and two planes of color that may be smaller.
        case planes(PlaneFormat.Shift)
    }

    /// The name of the codec.
    var codec: String
    /// The bits of a sample.
    var depth: Int
    var color: Color
    var isTransparent: Bool
    /// Whether its frames say that they are two fields.
    var isInterlaced: Bool
    /// Whether it says how its frames are projected on a sphere.
    var isSpherical: Bool
    /// Whether it says where its frames have two views.
    var isStereo: Bool

    /// Returns in words what a copy with other properties does not keep.
    func losses(in copy: VideoTraits) -> [String] {
        var losses: [String] = []
        if codec != copy.codec { losses.append("is \(copy.codec), not \(codec)") }
        if copy.depth < depth { losses.append("has \(copy.depth) bits, not \(depth)") }
        if copy.color.hasLess(than: color) { losses.append("has less color in its planes") }
        if isTransparent && !copy.isTransparent { losses.append("is opaque") }
        if isInterlaced && !copy.isInterlaced { losses.append("has interlaced frames that are not marked as such") }
        if isSpherical && !copy.isSpherical { losses.append("does not say that it is a 360° video") }
        if isStereo && !copy.isStereo { losses.append("does not say that it is a 3-D video") }
        return losses
    }
}

extension VideoTraits.Color {
    /// Whether less color is kept than of another video.
    fileprivate func hasLess(than source: Self) -> Bool {
        guard case .planes(let shift) = self else { return self == .gray && source != .gray }
        return switch source {
        case .gray: false
        case .rgb: shift != .none
        case .planes(let other): shift.x > other.x || shift.y > other.y
        }
    }
}

extension VideoTraits {
    /// The number of H.264's arrangement of frames with one view.
    private static let singleView = 6

    /// Creates the properties of a video that is read.
    init(_ reader: VideoReader) {
        let ffmpeg = reader.demuxer.ffmpeg
        let parameters = reader.demuxer.videoStream.codecpar
        let id = parameters.codec_id
        codec =
            EncoderChoice.Codec(id)?.rawValue ?? ffmpeg.avcodec_get_name(id).map { String(cString: $0) } ?? "unknown"
        let format = ffmpeg.av_pix_fmt_desc_get(AVPixelFormat(rawValue: parameters.format))
        let flags = format?.flags ?? 0
        depth = format.map { Int($0.comp[0].depth) } ?? 8
        if flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0 {
            color = .rgb
            // A palette says nothing of its bits.
            depth = max(8, depth)
        } else if let format, format.nb_components > 2 {
            color = .planes(PlaneFormat.Shift(x: Int(format.log2_chroma_w), y: Int(format.log2_chroma_h)))
        } else {
            color = .gray
        }
        let treatment = AlphaTreatment(of: id)
        isTransparent =
            reader.hasOpacityLayer
            || flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 && !treatment.isIgnored && !treatment.isOftenUnset
        isInterlaced = reader.isTopFieldFirst != nil
        isSpherical = lineament_av_has_side_data(reader.demuxer.videoStream, AV_PKT_DATA_SPHERICAL)
        var stereoFlags: Int32 = 0
        isStereo =
            lineament_av_stereo_type(reader.demuxer.videoStream, &stereoFlags) != 0
            || reader.framePacking.map { $0 != Self.singleView } ?? false
    }
}
