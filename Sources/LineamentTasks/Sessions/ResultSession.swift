package import Lineament

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
    /// Takes the next frame with its time in milliseconds, which tasks go by, and in seconds, which redactors go by, and returns
    /// the results that are known by now.
    package let add: @Sendable (MPImage, _ milliseconds: Int, _ seconds: Double) throws -> [Result]
    /// Returns the results that are left at the end.
    package let finish: @Sendable () throws -> [Result]
    /// Searches the frame of a result again, and returns the result with what that adds; `nil` if frames are not searched
    /// again. For results that come ``Pace/later`` only; ``PairedSession`` calls it.
    package let completed: (@Sendable (Result, MPImage) throws -> Result)?

    /// Creates a session whose results come later.
    package init(
        pace: Pace, add: @escaping @Sendable (MPImage, Int, Double) throws -> [Result],
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
        self.init(pace: .atOnce, add: { frame, time, _ in [try detect(frame, time)] }, finish: { [] })
    }
}
