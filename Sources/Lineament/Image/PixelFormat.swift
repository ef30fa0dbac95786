// SPDX-License-Identifier: Apache-2.0

/// The memory layout of a ``PixelBuffer``. All channels have 8 bits.
public enum PixelFormat: Sendable, Hashable, CaseIterable {
    /// One byte per pixel, which the models see as equal red, green and blue.
    case gray8
    /// Three bytes per pixel: red, green, blue.
    case rgb8
    /// Four bytes per pixel: red, green, blue, alpha, by which colors are not multiplied. Detection ignores alpha, as
    /// MediaPipe's does; drawings and crops show the image on white; PNG and WebP files and redacted copies keep alpha.
    case rgba8
    /// Four bytes per pixel: blue, green, red, alpha. Alpha as with ``rgba8``.
    case bgra8
    /// A plane of luma, 16 to 235, and a plane of interleaved Cb and Cr at half the resolution, 16 to 240.
    case nv12VideoRange
    /// A plane of luma and a plane of interleaved Cb and Cr at half the resolution, all 0 to 255.
    case nv12FullRange
    /// Three planes: luma, 16 to 235, then Cb and Cr at half the resolution, 16 to 240.
    case i420
    /// Three planes: luma, then Cb and Cr at half the resolution, all 0 to 255.
    case i420FullRange

    /// The number of planes.
    public var planeCount: Int {
        switch self {
        case .gray8, .rgb8, .rgba8, .bgra8: 1
        case .nv12VideoRange, .nv12FullRange: 2
        case .i420, .i420FullRange: 3
        }
    }

    /// Returns the minimum number of bytes in a row of `plane`, for an image `width` pixels wide.
    public func minimumBytesPerRow(plane: Int, width: Int) -> Int {
        switch self {
        case .gray8: width
        case .rgb8: width * 3
        case .rgba8, .bgra8: width * 4
        case .nv12VideoRange, .nv12FullRange: plane == 0 ? width : (width + 1) / 2 * 2
        case .i420, .i420FullRange: plane == 0 ? width : (width + 1) / 2
        }
    }

    /// Returns the number of rows of `plane`, for an image `height` pixels high.
    public func rows(plane: Int, height: Int) -> Int {
        plane == 0 ? height : (height + 1) / 2
    }
}
