internal import CLineamentFFmpeg
internal import Lineament

extension AVStream {
    /// The average frame rate, in frames per second; `nil` if unknown or impossible.
    var averageRate: Double? {
        guard avg_frame_rate.num > 0, avg_frame_rate.den > 0 else { return nil }
        let rate = av_q2d(avg_frame_rate)
        return (1e-3...1e5).contains(rate) ? rate : nil
    }

    /// The average frame rate as it is declared, in frames per second; `nil` if there is none.
    var declaredRate: Double? {
        avg_frame_rate.num > 0 && avg_frame_rate.den > 0 ? av_q2d(avg_frame_rate) : nil
    }

    /// Returns the rotation that makes frames upright. Mirrored frames stay mirrored.
    mutating func turn(_ ffmpeg: LineamentFFmpeg) -> QuarterTurn {
        guard let stored = lineament_av_display_matrix(&self) else { return .none }
        var matrix = (0..<9).map { stored[$0] }
        let determinant = Double(matrix[0]) * Double(matrix[4]) - Double(matrix[1]) * Double(matrix[3])
        if determinant < 0 { (matrix[0], matrix[3]) = (0 &- matrix[0], 0 &- matrix[3]) }
        let degrees = ffmpeg.av_display_rotation_get(matrix)
        guard degrees.isFinite else { return .none }
        let quarters = Int((-degrees / 90).rounded())
        return QuarterTurn(rawValue: ((quarters % 4) + 4) % 4) ?? .none
    }
}
