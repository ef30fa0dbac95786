// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import LineamentCapture

/// The choice of the frames of a source that are sent, and their times: those of a file at the pace of its times, those
/// of a camera as they come, and no more of them in a second than is wanted.
struct LivePace {
    /// Whether frames wait until they are due.
    private let waits: Bool
    private var rate: SendingRate
    /// When time 0 of the source was, in seconds of the monotonic clock.
    private var origin: Double?

    /// How late a frame may be, in seconds, before frames are left out.
    private static let maximumDelay = 0.1
    /// How long Ctrl-C may have to wait, in seconds.
    private static let pollInterval = 0.1
    /// The longest wait for a frame, in seconds. Times that jump further go on from there.
    private static let longestWait = 5.0

    /// - Parameter rate: The largest number of frames in a second; `nil` for no limit.
    init(waits: Bool, rate: Double?) {
        self.waits = waits
        self.rate = SendingRate(rate)
    }

    /// Returns whether a frame is sent, after waiting until it is due.
    mutating func takes(_ time: Double) -> Bool {
        guard rate.isDue(time) else { return false }
        if waits {
            var origin = origin ?? Self.now - time
            if origin + time - Self.now > Self.longestWait { origin = Self.now + Self.longestWait - time }
            self.origin = origin
            guard Self.now - origin - time <= Self.maximumDelay else { return false }
            while !Interruption.isRequested, origin + time > Self.now {
                Thread.sleep(forTimeInterval: min(Self.pollInterval, max(0, origin + time - Self.now)))
            }
        }
        rate.take(time)
        return true
    }

    private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
