// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// A task or tool with its models loaded and its output chosen, which is what front doors run. Safe to use from several
/// threads.
package protocol LoadedTask<Output>: Sendable {
    associatedtype Output: ResultOutput

    /// How results are written and drawn.
    var output: Output { get }
    /// Processes an image. Blocks until done.
    func detect(_ image: MPImage) throws -> Output.Result
    /// Returns what processes the frames of one video.
    func makeWorker() throws -> any FrameWorker<Output.Result>
}
