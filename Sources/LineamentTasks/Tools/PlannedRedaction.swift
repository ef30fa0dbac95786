// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentTools
internal import Locking

/// The rendering of the plan of one input, without models.
package struct PlannedRedaction: LoadedTask {
    package let output: RedactionOutput
    private let plan: RedactionPlan
    private let input: PlannedInput

    /// - Parameters:
    ///   - plan: The plan.
    ///   - input: Its part for the input.
    ///   - covers: The areas that are covered as well.
    ///   - output: How results are written and drawn.
    package init(
        _ plan: RedactionPlan, of input: PlannedInput, covers: [CoveredArea] = [], _ output: RedactionOutput
    ) {
        self.plan = plan
        self.input = input.adding(covers)
        self.output = output
    }

    package func detect(_ image: MPImage) throws -> Redaction {
        guard !input.isVideo else { throw otherMedium("a video") }
        return try redaction(of: image.size, time: 0, until: nil)
    }

    package func makeWorker() throws -> any FrameWorker<Redaction> {
        guard input.isVideo else { throw otherMedium("an image") }
        return Worker(task: self)
    }

    /// Returns what is covered in the image, or in a frame of the video.
    /// - Parameters:
    ///   - size: The size in pixels.
    ///   - time: The time of the frame, in seconds, which images ignore.
    ///   - end: The time of the next frame, in seconds; `nil` if unknown.
    ///   - first: The time of the first frame that is rendered; `nil` if unknown.
    /// - Throws: `LineamentError` with code `invalidArgument` for a frame outside of the part that was analyzed, and for an image of
    ///   another shape, a copy of which would show what was not searched.
    package func redaction(
        of size: CGSize, time: Double, until end: Double?, after first: Double? = nil
    ) throws -> Redaction {
        try input.isVideo ? plan.check(time, in: input, after: first) : input.checkShape(of: size)
        return try input.redaction(
            in: size, time: input.isVideo ? time : nil, until: end, extent: plan.options.extent, check: Deadline.check)
    }

    private func otherMedium(_ medium: String) -> LineamentError {
        LineamentError(.invalidArgument, "\(input.file) is \(medium) in the plan. Read it as the analysis did.")
    }

    private struct Worker: FrameWorker {
        let task: PlannedRedaction
        private struct State: Sendable {
            /// The time of the first frame.
            var first: Double?
            /// The last frame: how long it is shown is known once the next one is there.
            var last: (size: CGSize, time: Double)?
        }

        private let state = Locked(State())

        init(task: PlannedRedaction) { self.task = task }

        var pace: ResultPace { .later }

        func add(_ frame: Frame) throws -> [Redaction] {
            let results = try take(until: frame.seconds)
            state.withLock { state in
                state.first = state.first ?? frame.seconds
                state.last = (frame.image.size, frame.seconds)
            }
            return results
        }

        func finish() throws -> [Redaction] { try take(until: .infinity) }

        private func take(until end: Double) throws -> [Redaction] {
            let (frame, first) = state.withLock { ($0.last.take(), $0.first) }
            guard let frame else { return [] }
            return [try task.redaction(of: frame.size, time: frame.time, until: end, after: first)]
        }
    }
}
