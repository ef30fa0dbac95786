// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
package import LineamentTools
internal import Locking

/// The plan of one input, which grows while a task works on it.
package final class PlanRecording: Sendable {
    private struct State {
        var recorder: PlanRecorder
        /// The frames whose results are to come: times, in seconds, and sizes.
        var frames: [(time: Double, size: CGSize)] = []
        /// Whether the image, or the last frame, was added.
        var hasEnded = false
    }

    private let state: Locked<State>
    private let hasThumbnails: Bool

    /// - Parameters:
    ///   - covers: The areas that the user wants covered.
    ///   - hasThumbnails: Whether each track gets a thumbnail.
    package init(covers: [CoveredArea], hasThumbnails: Bool) {
        state = Locked(State(recorder: PlanRecorder(covers: covers)))
        self.hasThumbnails = hasThumbnails
    }

    /// Returns the plan; `nil` if a part of the input has no result, as a plan of the rest would leave that visible.
    package func input(file: String, sha256: String) -> PlannedInput? {
        state.withLock { state in
            guard state.hasEnded, state.frames.isEmpty else { return nil }
            let input = state.recorder.input(file: file, sha256: sha256)
            return input.width > 0 ? input : nil
        }
    }

    fileprivate func add(_ redaction: Redaction, of image: MPImage) {
        state.withLock { state in
            state.recorder.add(redaction, in: image.size, time: nil, thumbnail: thumbnail(in: image))
            state.hasEnded = true
        }
    }

    fileprivate func addFrame(_ image: MPImage, at time: Double) {
        state.withLock { $0.frames.append((time, image.size)) }
    }

    fileprivate func end() { state.withLock { $0.hasEnded = true } }

    /// Adds the result of the first frame that has none.
    /// - Parameter image: The frame; `nil` if it is not at hand.
    fileprivate func add(_ redaction: Redaction, ofFrame image: MPImage? = nil) {
        state.withLock { state in
            let frame = state.frames.removeFirst()
            state.recorder.add(
                redaction, in: frame.size, time: frame.time, thumbnail: image.flatMap { thumbnail(in: $0) })
        }
    }

    /// Returns the function that makes thumbnails of an image; `nil` if none are wanted.
    private func thumbnail(in image: MPImage) -> ((CGRect) -> String?)? {
        hasThumbnails ? { PlanThumbnail.url(of: $0, in: image.pixels) } : nil
    }
}

extension PlanRecording {
    /// Returns a session whose results are recorded.
    fileprivate func recorded(_ session: ResultSession<Redaction>) -> ResultSession<Redaction> {
        // With the result and its frame at hand, thumbnails are made.
        let complete = session.completed ?? (hasThumbnails ? Self.unchanged : nil)
        let record: @Sendable ([Redaction]) -> [Redaction] = { [self] results in
            if complete == nil { for result in results { add(result) } }
            return results
        }
        return ResultSession(
            pace: session.pace,
            add: { [self] image, place in
                let results = try session.add(image, place)
                addFrame(image, at: place.seconds)
                return record(results)
            },
            finish: { [self] in
                let results = record(try session.finish())
                end()
                return results
            }, completed: complete.map(recorded))
    }
}

extension PlanRecording {
    fileprivate typealias Completion = @Sendable (Redaction, MPImage) throws -> Redaction

    private static let unchanged: Completion = { result, _ in result }

    /// Returns a function that completes results and records them.
    fileprivate func recorded(_ complete: @escaping Completion) -> Completion {
        { [self] result, image in
            var whole = result
            // A frame that cannot be searched again has its first result.
            defer { add(whole, ofFrame: image) }
            whole = try complete(result, image)
            return whole
        }
    }
}

extension MPImage {
    fileprivate var size: CGSize { CGSize(width: pixels.width, height: pixels.height) }
}

extension LoadedTask<RedactionOutput> {
    /// Returns the task for one input, whose results are recorded.
    package func recorded(by recording: PlanRecording) -> LoadedTask<RedactionOutput> {
        let search = detect
        let newSession = makeSession
        return LoadedTask(output: output) { image in
            let found = try search(image)
            recording.add(found, of: image)
            return found
        } makeSession: {
            recording.recorded(newSession())
        }
    }

    /// Creates a task that writes and draws, but has no plan yet; ``init(rendering:extent:covers:_:)`` makes that of an input.
    package init(planned output: RedactionOutput) {
        self.init(output: output) { _ in
            Redaction(areas: [])
        } makeSession: {
            ResultSession(pace: .atOnce, add: { _, _ in [Redaction(areas: [])] }, finish: { [] })
        }
    }

    /// Creates the task that renders the plan of one input, without models.
    /// - Parameters:
    ///   - input: The plan.
    ///   - extent: The part of a face that the tracks cover.
    ///   - covers: The areas that are covered as well.
    package init(
        rendering input: PlannedInput, extent: RedactedArea.Extent, covers: [CoveredArea] = [],
        _ output: RedactionOutput
    ) {
        let planned = input.adding(covers)
        self.init(output: output) { image in
            guard !planned.isVideo else { throw planned.otherMedium("a video") }
            return try planned.redaction(in: image.size, time: nil, until: nil, extent: extent, check: Deadline.check)
        } makeSession: {
            // How long a frame is shown is known once the next one is there.
            let last = Locked<(size: CGSize, time: Double)?>(nil)
            let take: @Sendable (Double) throws -> [Redaction] = { end in
                guard let frame = last.withLock({ $0.take() }) else { return [] }
                return [
                    try planned.redaction(
                        in: frame.size, time: frame.time, until: end, extent: extent, check: Deadline.check)
                ]
            }
            return ResultSession(
                pace: .later,
                add: { image, place in
                    guard planned.isVideo else { throw planned.otherMedium("an image") }
                    let results = try take(place.seconds)
                    last.withLock { $0 = (image.size, place.seconds) }
                    return results
                }, finish: { try take(.infinity) })
        }
    }
}

extension PlannedInput {
    fileprivate func otherMedium(_ medium: String) -> LineamentError {
        LineamentError(.invalidArgument, "\(file) is \(medium) in the plan. Read it as the analysis did.")
    }
}
