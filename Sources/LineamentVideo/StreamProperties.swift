internal import CLineamentFFmpeg
internal import Lineament

/// The frame rate and the rotation of a stream. As for ``SkippedSamples``, these are no members of FFmpeg's type.
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

    /// Returns the rotation that makes frames upright. Mirrored frames stay mirrored.
    static func turn(_ stream: inout AVStream, _ ffmpeg: LineamentFFmpeg) -> QuarterTurn {
        guard let stored = lineament_av_display_matrix(&stream) else { return .none }
        var matrix = (0..<9).map { stored[$0] }
        let determinant = Double(matrix[0]) * Double(matrix[4]) - Double(matrix[1]) * Double(matrix[3])
        if determinant < 0 {
            matrix[0] = 0 &- matrix[0]
            matrix[3] = 0 &- matrix[3]
        }
        let degrees = ffmpeg.av_display_rotation_get(matrix)
        guard degrees.isFinite else { return .none }
        let quarters = Int((-degrees / 90).rounded())
        return QuarterTurn(rawValue: ((quarters % 4) + 4) % 4) ?? .none
    }
}
