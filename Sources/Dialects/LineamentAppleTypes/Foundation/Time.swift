// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A time in seconds since the start of 2001, in UTC.
public typealias CFAbsoluteTime = Double
/// A duration in seconds.
public typealias CFTimeInterval = Double

/// Returns the time of the system's clock, in seconds since the start of 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// Returns the time since the system started, in seconds; unlike the clock it never jumps.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }
