// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// When a worker gives its results.
package enum ResultPace: Sendable {
    /// One for each frame, at once.
    case atOnce
    /// One for each frame, once it is known what follows.
    case later
    /// One for the whole video, with its last frame.
    case atEnd
}

/// What processes the frames of one video, with results in their order. Calls must not overlap.
package protocol FrameWorker<Result>: Sendable {
    associatedtype Result: Sendable

    var pace: ResultPace { get }
    /// Whether results are completed with another look at their frames; only of those that come ``ResultPace/later``.
    var looksAgain: Bool { get }
    /// Takes the next frame, and returns the results that are known by now.
    func add(_ frame: Frame) throws -> [Result]
    /// Returns the results that are left at the end.
    func finish() throws -> [Result]
    /// Returns a result with what another look at its frame adds. Results are completed in their order.
    func complete(_ result: Result, of image: MPImage) throws -> Result
}

extension FrameWorker {
    package var pace: ResultPace { .atOnce }
    package var looksAgain: Bool { false }
    package func finish() throws -> [Result] { [] }
    package func complete(_ result: Result, of image: MPImage) throws -> Result { result }
}
