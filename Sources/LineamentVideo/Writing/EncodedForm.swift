// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// The form in which a video is encoded.
struct EncodedForm {
    var format: AVPixelFormat
    var planes: PlaneFormat
    /// The size in pixels, even both ways.
    var width: Int32
    var height: Int32
    /// The color matrix by which tasks see the video, and that by which players show it.
    var taskMatrix: ColorMatrix
    var shownMatrix: ColorMatrix
    var isFullRange: Bool
}
