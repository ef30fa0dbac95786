// SPDX-License-Identifier: Apache-2.0

/// A frame's time by the clock of its container, which need not begin at 0.
package struct ContainerMoment: Sendable {
    /// The presentation timestamp of the frame, in seconds.
    package let time: Double
    /// The duration of the video, in seconds; `nil` if unknown.
    package let duration: Double?
    /// The average frame rate, in frames per second; `nil` if unknown.
    package let frameRate: Double?

    /// Creates a time.
    package init(time: Double, duration: Double?, frameRate: Double?) {
        self.time = time
        self.duration = duration
        self.frameRate = frameRate
    }
}
