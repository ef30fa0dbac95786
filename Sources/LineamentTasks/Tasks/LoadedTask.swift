// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// A task with its models loaded and its output chosen, which is what front doors run. Safe to use from several threads.
package struct LoadedTask<Output: ResultOutput>: Sendable {
    package let output: Output
    /// Processes an image. Blocks until done.
    package let detect: @Sendable (MPImage) throws -> Output.Result
    /// Returns the session that processes the frames of one video.
    package let makeSession: @Sendable () -> ResultSession<Output.Result>

    package init(
        output: Output, detect: @escaping @Sendable (MPImage) throws -> Output.Result,
        makeSession: @escaping @Sendable () -> ResultSession<Output.Result>
    ) {
        self.output = output
        self.detect = detect
        self.makeSession = makeSession
    }
}

extension LoadedTask {
    /// Creates a task whose results come at once.
    package init<Row>(_ task: Row.Task, _ output: Output) where Output == TaskOutput<Row> {
        self.init(output: output) {
            try task.detect(image: $0)
        } makeSession: {
            let session = task.makeSession()
            return ResultSession { try session.detect(videoFrame: $0, timestampInMilliseconds: $1) }
        }
    }
}
