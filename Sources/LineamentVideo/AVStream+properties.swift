internal import CLineamentFFmpeg
internal import Lineament

extension AVStream {
    /// The average frame rate, in frames per second; nil if unknown or impossible.
    var averageRate: Double? {
        guard avg_frame_rate.num > 0, avg_frame_rate.den > 0 else { return nil }
        let rate = av_q2d(avg_frame_rate)
        return (1e-3...1e5).contains(rate) ? rate : nil
    }

    /// Returns the rotation that makes frames upright.
    mutating func turn(_ ffmpeg: LineamentFFmpeg) -> QuarterTurn {
        guard let data = ffmpeg.av_stream_get_side_data(&self, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return .none }
        let degrees = data.withMemoryRebound(to: Int32.self, capacity: 9) { ffmpeg.av_display_rotation_get($0) }
        guard degrees.isFinite else { return .none }
        let quarters = Int((-degrees / 90).rounded())
        return QuarterTurn(rawValue: ((quarters % 4) + 4) % 4) ?? .none
    }
}
