// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// The properties that a copy takes over from the video that it is made of.
struct CopySource {
    /// The codec of the video.
    let codec: AVCodecID
    let keepsCodec: Bool
    let profile: Int32
    /// The planes of its frames; `nil` if they have none of their own, as RGB has.
    let planes: PlaneFormat?
    let colors: ColorTags
    /// Whether the upper field of a frame is shown first; `nil` for frames without fields.
    let isTopFieldFirst: Bool?
    /// How two views share a frame, in the numbers of H.264; `nil` if the frames do not say it.
    let framePacking: Int?
    /// The traits to be kept; `nil` if the copy has other frames, or a codec that every browser knows.
    let traits: VideoTraits?
    /// Whether the copy may say how frames are projected, and where they have two views: those that were turned have them elsewhere.
    let keepsViews: Bool
    /// The size of its upright frames, in pixels that are not made square.
    let width: Int
    let height: Int
    /// The number of rows as they are stored.
    let storedHeight: Int
    /// The shape of a pixel of the upright frames; 0 by something if unknown.
    let pixelShape: AVRational
    /// The light of the display it was made for; `nil` if unknown.
    let light: DisplayLight?

    /// - Parameters:
    ///   - keepsFrames: Whether the copy has the frames of the video, and not larger ones with something beside them.
    ///   - keepsCodec: Whether the copy may have the codec and the planes of the video, instead of what every browser shows.
    init(_ reader: VideoReader, keepsFrames: Bool, keepsCodec: Bool) {
        let stream = reader.demuxer.videoStream
        let parameters = stream.codecpar
        let ffmpeg = reader.demuxer.ffmpeg
        codec = parameters.codec_id
        self.keepsCodec = keepsCodec
        profile = parameters.profile
        planes =
            keepsFrames && reader.demuxer.animation == nil
            ? PlaneFormat(holding: AVPixelFormat(rawValue: parameters.format), ffmpeg) : nil
        colors = ColorTags(
            matrix: parameters.color_space, range: parameters.color_range, primaries: parameters.color_primaries,
            transfer: parameters.color_trc, chromaPlace: parameters.chroma_location,
            isFullRangeFormat: PlaneFormat.isFullRange(AVPixelFormat(rawValue: parameters.format)))
        // Upside down, the last of an even number of rows is the first one.
        let exchangesFields =
            [.down, .downMirrored].contains(reader.orientation) && parameters.height.isMultiple(of: 2)
        isTopFieldFirst =
            keepsFrames && !reader.orientation.swapsSides
            ? reader.isTopFieldFirst.map { $0 != exchangesFields } : nil
        keepsViews = keepsFrames && reader.orientation == .up
        framePacking = keepsViews ? reader.framePacking : nil
        traits = keepsFrames && keepsCodec ? VideoTraits(reader) : nil
        let shape = reader.demuxer.pixelShape(of: nil)
        let swaps = reader.orientation.swapsSides
        let isStored = planes != nil
        width = isStored ? Int(swaps ? parameters.height : parameters.width) : reader.width
        height = isStored ? Int(swaps ? parameters.width : parameters.height) : reader.height
        storedHeight = Int(parameters.height)
        // Frames without planes of their own are written as they are seen.
        if isStored {
            pixelShape = swaps ? AVRational(num: shape.den, den: shape.num) : shape
        } else {
            pixelShape = keepsFrames ? reader.pixelShape : AVRational(num: 0, den: 1)
        }
        light = reader.light
    }
}

/// The color tags of a video.
struct ColorTags: Hashable {
    var matrix = AVCOL_SPC_UNSPECIFIED
    var range = AVCOL_RANGE_UNSPECIFIED
    var primaries = AVCOL_PRI_UNSPECIFIED
    var transfer = AVCOL_TRC_UNSPECIFIED
    var chromaPlace = AVCHROMA_LOC_UNSPECIFIED
    /// Whether the format of the pixels says that the range is full.
    var isFullRangeFormat = false

    /// The tags of images that are converted from RGB by ITU-R BT.601.
    static let bt601 = ColorTags(matrix: AVCOL_SPC_SMPTE170M, range: AVCOL_RANGE_MPEG)

    var isFullRange: Bool { range == AVCOL_RANGE_JPEG || isFullRangeFormat }
}

extension PlaneFormat {
    /// Whether a format of FFmpeg's says that its values use the full range.
    static func isFullRange(_ format: AVPixelFormat) -> Bool {
        [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P]
            .contains(format)
    }
}

extension ColorMatrix {
    /// Creates the matrix that a video declares; `nil` for none that is known here.
    init?(_ tag: AVColorSpace) {
        switch tag {
        case AVCOL_SPC_BT709: self = .bt709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: self = .bt601
        default: return nil
        }
    }

    /// Returns the matrix by which players show a video: for one that declares none, that of its size.
    /// - Parameter height: The height of the frames as they are stored, in pixels.
    static func shown(_ tag: AVColorSpace, height: Int) -> ColorMatrix {
        if let declared = ColorMatrix(tag) { return declared }
        return tag == AVCOL_SPC_UNSPECIFIED && height >= 720 ? .bt709 : .bt601
    }

    /// FFmpeg's tag of this matrix.
    var tag: AVColorSpace {
        switch self {
        case .bt601: AVCOL_SPC_SMPTE170M
        case .bt709: AVCOL_SPC_BT709
        case .bt2020: AVCOL_SPC_BT2020_NCL
        }
    }
}
