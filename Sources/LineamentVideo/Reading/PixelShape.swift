// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation

/// The shape of a video's pixels. Those of DV, HDV and many broadcasts are not square.
struct PixelShape {
    /// The largest ratio of the sides that is believed.
    private static let maxRatio = 4.0
    /// The deviation from a square that is not visible; videos that were scaled have it by rounding.
    private static let tolerance = 0.01

    /// The width of a pixel divided by its height.
    private let ratio: Double

    /// - Parameter ratio: The width by the height as FFmpeg says it; 0 by something if unknown.
    init(_ ratio: AVRational) {
        let value = ratio.num > 0 && ratio.den > 0 ? av_q2d(ratio) : 1
        let isBelieved = (1 / Self.maxRatio...Self.maxRatio).contains(value)
        self.ratio = isBelieved && abs(value - 1) > Self.tolerance ? value : 1
    }

    var isSquare: Bool { ratio == 1 }

    /// Returns the size of a frame whose pixels are made square by enlarging one side, which loses nothing: an even number,
    /// as the planes of most videos need.
    func squareSize(width: Int, height: Int) -> (width: Int, height: Int) {
        func enlarged(_ side: Int, _ factor: Double) -> Int { 2 * Int((Double(side) * factor / 2).rounded()) }
        if isSquare { return (width, height) }
        return ratio > 1 ? (enlarged(width, ratio), height) : (width, enlarged(height, 1 / ratio))
    }
}
