// SPDX-License-Identifier: Apache-2.0

/// Chooses among the frames of a source as many as are wanted in a second.
package struct SendingRate: Sendable {
    /// The time between frames that are taken, in seconds; 0 for all frames.
    private let interval: Double
    /// The time from which the next frame is taken.
    private var next = -Double.infinity

    /// The inaccuracy of times, in seconds.
    private static let tolerance = 0.002

    /// - Parameter rate: The largest number of frames in a second; `nil` for no limit.
    package init(_ rate: Double?) { interval = rate.map { 1 / $0 } ?? 0 }

    /// Returns whether a frame is due.
    /// - Parameter time: The time of the frame, in seconds.
    package func isDue(_ time: Double) -> Bool { time >= next - Self.tolerance }

    /// Notes that a frame was taken. Times that do not fit the rate are caught up with, unless there was a pause.
    package mutating func take(_ time: Double) {
        next = next + interval >= time ? next + interval : time + interval
    }
}
