// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Returns a time of `value / timescale` seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns a time of `value / timescale` seconds on another timeline.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
    CMTime(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: epoch)
}

/// Returns the time nearest to `seconds` in units of `1 / preferredTimescale` seconds.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time in seconds: infinite for the infinities, not a number if it is invalid or not known.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Returns a time in other units.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    time.convertScale(newTimescale, method: method)
}

/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns the product of a time and a whole number.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    time.scaled(by: Int128(multiplier), over: 1)
}

/// Returns the product of a time and a number, rounded to units of at most 1/65536 s.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime { time.scaled(by: multiplier) }

/// Returns the product of a time and a fraction: exactly if its units fit, or else rounded to those of the time.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    time.scaled(by: Int128(multiplier), over: Int128(divisor))
}

/// Returns -1, 0 or 1 as the first time is before, at or after the second.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { time1.compared(with: time2) }

/// Returns the earlier of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { min(time1, time2) }

/// Returns the later of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { max(time1, time2) }

/// Returns a time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    time.isNegativeInfinity || time.isNumeric && time.value < 0 ? CMTimeMultiply(time, multiplier: -1) : time
}

/// Prints a time.
public func CMTimeShow(_ time: CMTime) { print(time) }

/// A clock.
public final class CMClock: Sendable {
    static let host = CMClock()

    /// The time that the clock shows.
    public var time: CMTime {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return CMTime(value: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), timescale: 1_000_000_000)
    }

    /// The clock of the machine, which shows the same time as ``CACurrentMediaTime()``.
    public static var hostTimeClock: CMClock { host }
}

/// Returns the clock of the machine, which shows the same time as ``CACurrentMediaTime()``.
public func CMClockGetHostTimeClock() -> CMClock { CMClock.host }

/// Returns the time that a clock shows.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Returns whether a time is valid; infinite and unknown ones are.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }

/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }

/// Returns whether a time is a number of seconds.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }

/// Returns whether a time is valid but not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
