// SPDX-License-Identifier: Apache-2.0

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The number of units per second of a time.
public typealias CMTimeScale = Int32
/// The number of a timeline; times on different ones cannot be subtracted.
public typealias CMTimeEpoch = Int64

/// The properties of a time.
public struct CMTimeFlags: OptionSet, Sendable, Hashable, Codable {
    /// The flags as bits.
    public let rawValue: UInt32

    /// Creates flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time means something.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// The time is after all others.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// The time is before all others.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// The time is not known.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The flags of times that are not a number.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time or duration as a fraction: `value / timescale` seconds.
///
/// Times are equal if they mean the same moment: one half equals two fourths.
public struct CMTime: Sendable, Codable {
    /// The numerator.
    public var value: CMTimeValue
    /// The number of units per second.
    public var timescale: CMTimeScale
    /// The properties of the time.
    public var flags: CMTimeFlags
    /// The number of the timeline, usually 0.
    public var epoch: CMTimeEpoch

    /// Creates the invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// Creates a time from its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Creates a time of `value / timescale` seconds, which is invalid unless the timescale is positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates the time nearest to `seconds` in units of `1 / preferredTimescale` seconds, or in larger units if the
    /// number does not fit.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard !seconds.isNaN, preferredTimescale > 0 else {
            self = .invalid
            return
        }
        guard seconds.isFinite else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        var scale = preferredTimescale
        while scale > 1, abs(seconds * Double(scale)) >= 0x1p63 { scale /= 2 }
        let exact = seconds * Double(scale)
        guard let value = Int64(exactly: exact.rounded()) else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(
            value: value, timescale: scale, flags: Double(value) == exact ? .valid : [.valid, .hasBeenRounded], epoch: 0
        )
    }

    /// No time.
    public static let invalid = CMTime()
    /// 0 seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// A time that is not known, such as the duration of a live stream.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// The time after all others.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// The time before all others.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// Whether the time means something.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is a number.
    public var isNumeric: Bool {
        isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
    }
    /// Whether the time is after all others.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether the time is before all others.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether the time is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the value was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds: infinite for the infinities, not a number if it is invalid or not known.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        if isPositiveInfinity { return .infinity }
        return isNegativeInfinity ? -.infinity : .nan
    }

    /// Returns the time in other units.
    /// - Parameters:
    ///   - newTimescale: The number of units per second.
    ///   - method: How a value between two units is rounded.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric, newTimescale != timescale else { return self }
        guard newTimescale > 0 else { return .invalid }
        return CMTime(
            Int128(value) * Int128(newTimescale), over: Int128(timescale), timescale: newTimescale, method: method,
            epoch: epoch, wasRounded: hasBeenRounded)
    }
}

/// How a value between two units is rounded.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    /// To the nearest unit, and from the middle away from zero.
    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}
