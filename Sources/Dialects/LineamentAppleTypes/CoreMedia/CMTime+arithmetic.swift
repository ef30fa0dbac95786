// SPDX-License-Identifier: Apache-2.0
extension CMTime {
    /// Creates the time `numerator / denominator` in units of `1 / timescale` seconds, infinite if it does not fit.
    init(
        _ numerator: Int128, over denominator: Int128, timescale: CMTimeScale, method: CMTimeRoundingMethod = .default,
        epoch: CMTimeEpoch, wasRounded: Bool
    ) {
        let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
        let away: Int128 = (remainder < 0) == (denominator < 0) ? 1 : -1
        let isUp =
            switch method {
            case .roundHalfAwayFromZero: remainder.magnitude * 2 >= denominator.magnitude
            case .roundTowardZero: false
            case .roundAwayFromZero: true
            // Toward zero if units become larger, away from it if they become smaller.
            case .quickTime: Int128(timescale) > denominator
            case .roundTowardPositiveInfinity: away > 0
            case .roundTowardNegativeInfinity: away < 0
            }
        let rounded = remainder != 0 && isUp ? quotient + away : quotient
        guard let value = Int64(exactly: rounded) else {
            self = rounded > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(
            value: value, timescale: timescale,
            flags: remainder != 0 || wasRounded ? [.valid, .hasBeenRounded] : .valid, epoch: epoch)
    }

    /// Returns the sum of two times, in units that both can be written in if there are such.
    public static func + (first: CMTime, second: CMTime) -> CMTime {
        if let special = special(first, second) { return special }
        guard first.epoch == second.epoch || first.epoch == 0 || second.epoch == 0 else { return .invalid }
        let scale = commonTimescale(first.timescale, second.timescale)
        let numerator =
            Int128(first.value) * Int128(second.timescale) + Int128(second.value) * Int128(first.timescale)
        return CMTime(
            numerator * Int128(scale), over: Int128(first.timescale) * Int128(second.timescale), timescale: scale,
            epoch: max(first.epoch, second.epoch), wasRounded: first.hasBeenRounded || second.hasBeenRounded)
    }

    /// Returns the difference of two times, in units that both can be written in if there are such.
    public static func - (first: CMTime, second: CMTime) -> CMTime {
        guard first.isNumeric, second.isNumeric else { return first + second.negated }
        guard first.epoch == second.epoch || second.epoch == 0 else { return .invalid }
        var negative = second.negated
        negative.epoch = 0
        var difference = first + negative
        if first.epoch == second.epoch { difference.epoch = 0 }
        return difference
    }

    private var negated: CMTime {
        var time = self
        if isPositiveInfinity { return .negativeInfinity }
        if isNegativeInfinity { return .positiveInfinity }
        time.value = value == .min ? .max : -value
        return time
    }

    /// Returns the sum of times of which one is not a number, or `nil`.
    private static func special(_ first: CMTime, _ second: CMTime) -> CMTime? {
        if first.isNumeric, second.isNumeric { return nil }
        guard first.isValid, second.isValid else { return .invalid }
        if first.isIndefinite || second.isIndefinite { return .indefinite }
        let signs = [first, second].filter { !$0.isNumeric }.map(\.isPositiveInfinity)
        guard Set(signs).count == 1 else { return .invalid }
        return signs[0] ? .positiveInfinity : .negativeInfinity
    }

    /// Returns the least common multiple, or the largest timescale if that is too large.
    private static func commonTimescale(_ first: CMTimeScale, _ second: CMTimeScale) -> CMTimeScale {
        var divisor = first
        var rest = second
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let (multiple, overflows) = (first / divisor).multipliedReportingOverflow(by: second)
        return overflows ? .max : multiple
    }

    /// Returns the time times `numerator / denominator`: exactly if there are such units, or else rounded to its own.
    func scaled(by numerator: Int128, over denominator: Int128) -> CMTime {
        guard isValid, denominator != 0 else { return .invalid }
        guard isNumeric else {
            if isIndefinite { return .indefinite }
            if numerator == 0 { return .invalid }
            return (numerator < 0) == (denominator < 0) ? self : negated
        }
        let exactScale = CMTimeScale(exactly: Int128(timescale) * Int128(denominator.magnitude))
        let product = Int128(value) * numerator * (denominator < 0 ? -1 : 1)
        return CMTime(
            product, over: exactScale == nil ? Int128(denominator.magnitude) : 1, timescale: exactScale ?? timescale,
            epoch: epoch, wasRounded: hasBeenRounded)
    }

    /// Returns the time times `factor`, in units of at most 1/65536 s, as `CMTime.h` says.
    func scaled(by factor: Double) -> CMTime {
        guard isValid, !factor.isNaN else { return .invalid }
        guard isNumeric else {
            if isIndefinite { return .indefinite }
            if factor == 0 { return .invalid }
            return factor > 0 ? self : negated
        }
        var scale = timescale
        while (1..<65_536).contains(scale) { scale *= 2 }
        var product = CMTime(seconds: seconds * factor, preferredTimescale: scale)
        product.epoch = epoch
        if hasBeenRounded { product.flags.insert(.hasBeenRounded) }
        return product
    }
}

extension CMTime: Comparable, Hashable {
    /// Returns whether two times mean the same moment of the same timeline.
    public static func == (first: CMTime, second: CMTime) -> Bool { CMTimeCompare(first, second) == 0 }

    /// Returns whether one time is before the other; the order is negative infinity, numbers, unknown times, positive
    /// infinity, invalid times.
    public static func < (first: CMTime, second: CMTime) -> Bool { CMTimeCompare(first, second) < 0 }

    /// Feeds the moment that the time means into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric else { return }
        var divisor = value.magnitude
        var rest = UInt64(timescale)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        hasher.combine(epoch)
        hasher.combine(value < 0)
        hasher.combine(value.magnitude / max(divisor, 1))
        hasher.combine(UInt64(timescale) / max(divisor, 1))
    }

    /// The place of the kind of time in the order of all times.
    private var rank: Int {
        if !isValid { return 4 }
        if isPositiveInfinity { return 3 }
        if isIndefinite { return 2 }
        if isNegativeInfinity { return 0 }
        return isNumeric ? 1 : 4
    }

    /// Returns -1, 0 or 1 as the time is before, at or after another.
    func compared(with other: CMTime) -> Int32 {
        guard rank == other.rank else { return rank < other.rank ? -1 : 1 }
        guard isNumeric else { return 0 }
        guard epoch == other.epoch else { return epoch < other.epoch ? -1 : 1 }
        let first = Int128(value) * Int128(other.timescale)
        let second = Int128(other.value) * Int128(timescale)
        guard first != second else { return 0 }
        return first < second ? -1 : 1
    }
}

extension CMTime: CustomStringConvertible {
    /// The fraction and its value in seconds.
    public var description: String {
        if isNumeric { return "{\(value)/\(timescale) = \(seconds)}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        return isIndefinite ? "{INDEFINITE}" : "{INVALID}"
    }
}
