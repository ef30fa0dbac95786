// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Lineament
package import LineamentTools
internal import Locking

/// The rendering of the plan of one input, without models.
package struct PlannedRedaction: LoadedTask {
    package let output: RedactionOutput
    private let input: PlannedInput
    private let extent: RedactedArea.Extent

    /// - Parameters:
    ///   - input: The plan.
    ///   - extent: The part of a face that the tracks cover.
    ///   - covers: The areas that are covered as well.
    ///   - output: How results are written and drawn.
    package init(
        _ input: PlannedInput, extent: RedactedArea.Extent, covers: [CoveredArea] = [], _ output: RedactionOutput
    ) {
        self.input = input.adding(covers)
        self.extent = extent
        self.output = output
    }

    package func detect(_ image: MPImage) throws -> Redaction {
        guard !input.isVideo else { throw otherMedium("a video") }
        return try redaction(of: image.size, time: nil, until: nil)
    }

    package func makeWorker() throws -> any FrameWorker<Redaction> {
        guard input.isVideo else { throw otherMedium("an image") }
        return Worker(task: self)
    }

    private func redaction(of size: CGSize, time: Double?, until end: Double?) throws -> Redaction {
        try input.redaction(in: size, time: time, until: end, extent: extent, check: Deadline.check)
    }

    private func otherMedium(_ medium: String) -> LineamentError {
        LineamentError(.invalidArgument, "\(input.file) is \(medium) in the plan. Read it as the analysis did.")
    }

    private struct Worker: FrameWorker {
        let task: PlannedRedaction
        /// The last frame: how long it is shown is known once the next one is there.
        private let last = Locked<(size: CGSize, time: Double)?>(nil)

        init(task: PlannedRedaction) { self.task = task }

        var pace: ResultPace { .later }

        func add(_ frame: Frame) throws -> [Redaction] {
            let results = try take(until: frame.seconds)
            last.withLock { $0 = (frame.image.size, frame.seconds) }
            return results
        }

        func finish() throws -> [Redaction] { try take(until: .infinity) }

        private func take(until end: Double) throws -> [Redaction] {
            guard let frame = last.withLock({ $0.take() }) else { return [] }
            return [try task.redaction(of: frame.size, time: frame.time, until: end)]
        }
    }
}
