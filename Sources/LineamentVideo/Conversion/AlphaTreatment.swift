// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The treatment of pixels of a codec that are hidden by being transparent.
struct AlphaTreatment {
    /// Whether they have the color of the background already.
    let isIgnored: Bool
    /// Whether a frame without an opaque pixel is one whose opacity has not been set.
    let isOftenUnset: Bool

    /// Hidden pixels become black.
    static let blackened = AlphaTreatment(isIgnored: false, isOftenUnset: false)

    private init(isIgnored: Bool, isOftenUnset: Bool) {
        self.isIgnored = isIgnored
        self.isOftenUnset = isOftenUnset
    }

    init(of codec: AVCodecID) {
        // The decoder of GIF paints the background there.
        isIgnored = codec == AV_CODEC_ID_GIF
        // Uncompressed AVI has four bytes a pixel, the last without a meaning.
        isOftenUnset = ![
            AV_CODEC_ID_PNG, AV_CODEC_ID_APNG, AV_CODEC_ID_PRORES, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_QTRLE,
            AV_CODEC_ID_FFV1, AV_CODEC_ID_UTVIDEO, AV_CODEC_ID_CFHD, AV_CODEC_ID_HAP, AV_CODEC_ID_WEBP,
        ].contains(codec)
    }
}
