// SPDX-License-Identifier: Apache-2.0

/// A frame of a video, camera or stream, the same value from its reader to what processes it.
package struct Frame: Sendable {
    /// The image to pass to a task.
    package let image: MPImage
    /// The time, in milliseconds, which tasks go by.
    package let milliseconds: Int
    /// The time, in seconds, which redactors go by.
    package let seconds: Double
    /// The index in the part that is read of the video.
    package let index: Int
    /// The time by the clock of the container, to which boxes of another detector may refer; `nil` without one.
    package let container: ContainerMoment?

    package init(_ image: MPImage, milliseconds: Int, seconds: Double, index: Int, container: ContainerMoment? = nil) {
        self.image = image
        self.milliseconds = milliseconds
        self.seconds = seconds
        self.index = index
        self.container = container
    }

    /// The pixels of the image.
    package var pixels: PixelBuffer { image.pixels }
}
