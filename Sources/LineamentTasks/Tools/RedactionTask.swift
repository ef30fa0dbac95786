// SPDX-License-Identifier: Apache-2.0
package import Lineament
package import LineamentTools

/// The search of a redactor, whose frames wait until it is known whether a face was missed in them.
package struct RedactionTask: LoadedTask {
    package let output: RedactionOutput
    private let redactor: Redactor
    private let boxes: [GivenBox]
    private let didMissBoxes: @Sendable (_ count: Int) -> Void

    /// - Parameters:
    ///   - redactor: The redactor.
    ///   - output: How results are written and drawn.
    ///   - boxes: The detections of another detector in the image or video.
    ///   - didMissBoxes: Called at the end of a video with the number of boxes that belong to none of its frames, if there are any.
    package init(
        _ redactor: Redactor, _ output: RedactionOutput, covering boxes: [GivenBox] = [],
        didMissBoxes: @escaping @Sendable (_ count: Int) -> Void = { _ in }
    ) {
        self.redactor = redactor
        self.output = output
        self.boxes = boxes
        self.didMissBoxes = didMissBoxes
    }

    package func detect(_ image: MPImage) throws -> Redaction { try redactor.redaction(of: image, covering: boxes) }

    package func makeWorker() -> any FrameWorker<Redaction> {
        Worker(redactor: redactor, session: redactor.makeSession(covering: boxes), didMissBoxes: didMissBoxes)
    }

    private struct Worker: FrameWorker {
        let redactor: Redactor
        let session: RedactionSession
        let didMissBoxes: @Sendable (_ count: Int) -> Void

        var pace: ResultPace { .later }
        var looksAgain: Bool { redactor.options.verifies }

        func add(_ frame: Frame) throws -> [Redaction] {
            try session.add(frame.image, time: frame.seconds, index: frame.index, container: frame.container)
        }

        func finish() -> [Redaction] {
            let rest = session.finish()
            let missed = session.missedBoxCount
            if missed > 0 { didMissBoxes(missed) }
            return rest
        }

        func complete(_ result: Redaction, of image: MPImage) throws -> Redaction {
            looksAgain ? try redactor.verified(result, of: image) : result
        }
    }
}
