// SPDX-License-Identifier: Apache-2.0

/// A stretch of time, from its start up to but without its end.
public struct CMTimeRange: Sendable, Hashable, Codable {
    /// When the stretch begins.
    public var start: CMTime
    /// How long the stretch is.
    public var duration: CMTime

    /// Creates the invalid stretch.
    public init() { self.init(start: .invalid, duration: .invalid) }

    /// Creates a stretch from its start and duration.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Creates a stretch from its start and end.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    /// No stretch.
    public static let invalid = CMTimeRange()
    /// The empty stretch at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)

    /// When the stretch ends.
    public var end: CMTime { start + duration }
    /// Whether the stretch means something.
    public var isValid: Bool { start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero }
    /// Whether the stretch is valid and has no duration.
    public var isEmpty: Bool { isValid && duration == .zero }
    /// Whether the start or the duration is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// Returns whether a time is in the stretch.
    public func containsTime(_ time: CMTime) -> Bool { isValid && time.isValid && time >= start && time < end }

    /// Returns whether all of another stretch is in this one.
    public func containsTimeRange(_ timeRange: CMTimeRange) -> Bool {
        isValid && timeRange.isValid && timeRange.start >= start && timeRange.end <= end
    }

    /// Returns the part that two stretches have in common, empty if there is none.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let first = max(start, otherRange.start)
        let last = min(end, otherRange.end)
        return first < last ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Returns the shortest stretch that contains two others.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
    }
}

/// Returns a stretch of time from its start and duration.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

/// Returns a stretch of time from its start and end.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }

/// Returns when a stretch of time ends.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// Returns whether a time is in a stretch.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }

/// Returns whether two stretches have the same start and duration.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }
