// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// Where a frame is in its video.
package struct FramePlace: Sendable {
    /// Its time in milliseconds, which tasks go by.
    package let milliseconds: Int
    /// Its time in seconds, which redactors go by.
    package let seconds: Double
    /// Its index in what is read of the video.
    package let index: Int
    /// Its time in its container, to which boxes of another detector may refer; `nil` if there is none.
    package let container: ContainerMoment?

    package init(milliseconds: Int, seconds: Double, index: Int, container: ContainerMoment?) {
        self.milliseconds = milliseconds
        self.seconds = seconds
        self.index = index
        self.container = container
    }
}

/// The processing of one video, whose results come in order but may come later. Calls must not overlap.
package struct ResultSession<Result: Sendable>: Sendable {
    /// When a session gives its results.
    package enum Pace: Sendable {
        /// One for each frame, at once.
        case atOnce
        /// One for each frame, once it is known what follows.
        case later
        /// One for the whole video, with its last frame.
        case atEnd
    }

    package let pace: Pace
    /// Takes the next frame, and returns the results that are known by now.
    package let add: @Sendable (MPImage, FramePlace) throws -> [Result]
    /// Returns the results that are left at the end.
    package let finish: @Sendable () throws -> [Result]
    /// Searches the frame of a result again, and returns the result with what that adds; `nil` if frames are not searched
    /// again. For results that come ``Pace/later`` only; ``PairedSession`` calls it.
    package let completed: (@Sendable (Result, MPImage) throws -> Result)?

    /// Creates a session whose results come later.
    package init(
        pace: Pace, add: @escaping @Sendable (MPImage, FramePlace) throws -> [Result],
        finish: @escaping @Sendable () throws -> [Result],
        completed: (@Sendable (Result, MPImage) throws -> Result)? = nil
    ) {
        self.pace = pace
        self.add = add
        self.finish = finish
        self.completed = completed
    }

    /// Creates a session whose results come at once.
    package init(_ detect: @escaping @Sendable (MPImage, _ timestamp: Int) throws -> Result) {
        self.init(pace: .atOnce, add: { frame, place in [try detect(frame, place.milliseconds)] }, finish: { [] })
    }
}
