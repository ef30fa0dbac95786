// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// The frame rate and the orientation of a stream. As for ``SkippedSamples``, these are not members of FFmpeg's type.
enum StreamProperties {
    /// Returns the average frame rate, in frames per second; `nil` if unknown or impossible.
    static func averageRate(_ stream: AVStream) -> Double? {
        declaredRate(stream).flatMap { (1e-3...1e5).contains($0) ? $0 : nil }
    }

    /// Returns the average frame rate as it is declared, in frames per second; `nil` if there is none.
    static func declaredRate(_ stream: AVStream) -> Double? {
        let rate = stream.avg_frame_rate
        return rate.num > 0 && rate.den > 0 ? av_q2d(rate) : nil
    }

    /// Returns whether a stream declares that the upper field of a frame is shown first; `nil` if it declares no fields.
    static func isTopFieldFirst(_ stream: AVStream) -> Bool? {
        switch stream.codecpar.field_order {
        // The second letter is for what is shown, the first for what is stored.
        case AV_FIELD_TT, AV_FIELD_BT: true
        case AV_FIELD_BB, AV_FIELD_TB: false
        default: nil
        }
    }

    /// Returns the orientation that a stream declares by its display matrix: that of the eight which is nearest to it.
    static func orientation(_ stream: AVStream) -> ImageOrientation {
        guard let matrix = lineament_av_display_matrix(stream) else { return .up }
        // Where the axes of the stored frame point when it is shown; y points down.
        let right = SIMD2(Double(matrix[0]), Double(matrix[1]))
        let down = SIMD2(Double(matrix[3]), Double(matrix[4]))
        func agreement(_ orientation: ImageOrientation) -> Double {
            let axes = orientation.axes
            return (right * axes.right).sum() + (down * axes.down).sum()
        }
        let best = (1...8).compactMap(ImageOrientation.init(exifValue:)).max { agreement($0) < agreement($1) }
        return best.flatMap { agreement($0) > 0 ? $0 : nil } ?? .up
    }
}
