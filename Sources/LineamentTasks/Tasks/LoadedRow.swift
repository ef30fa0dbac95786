// SPDX-License-Identifier: Apache-2.0
package import Lineament

/// A task of a row, whose results come at once.
package struct LoadedRow<Row: TaskRow>: LoadedTask {
    package let output: TaskOutput<Row>
    private let task: Row.Task

    package init(_ task: Row.Task, _ output: TaskOutput<Row>) {
        self.task = task
        self.output = output
    }

    package func detect(_ image: MPImage) throws -> Row.Task.Output { try task.detect(image: image) }

    package func makeWorker() -> any FrameWorker<Row.Task.Output> { Worker(session: task.makeSession()) }

    private struct Worker: FrameWorker {
        let session: TaskSession<Row.Task.Output>

        func add(_ frame: Frame) throws -> [Row.Task.Output] {
            [try session.detect(videoFrame: frame.image, timestampInMilliseconds: frame.milliseconds)]
        }
    }
}
