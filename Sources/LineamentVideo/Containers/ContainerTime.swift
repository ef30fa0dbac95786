// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg

/// The gate for times from containers, which may be any 64-bit number in any unit.
enum ContainerTime {
    /// The largest absolute time that is believed, in seconds: 3,000 years, as cameras and live streams may count from
    /// 1970.
    static let largest = 1e11

    /// Returns a time in seconds; `nil` if it is absent or impossible.
    static func seconds(_ ticks: Int64, _ base: AVRational) -> Double? {
        guard ticks != lineament_av_no_time(), base.num > 0, base.den > 0 else { return nil }
        return believed(Double(ticks) * av_q2d(base))
    }

    /// Returns `seconds` in units of `base`; `nil` if that cannot be.
    static func ticks(_ seconds: Double, _ base: AVRational) -> Int64? {
        guard base.num > 0, base.den > 0, believed(seconds) != nil else { return nil }
        return Int64(exactly: (seconds / av_q2d(base)).rounded(.towardZero))
    }

    /// Returns `seconds` if it is a possible time, or else `nil`.
    static func believed(_ seconds: Double) -> Double? { abs(seconds) <= largest ? seconds : nil }
}
