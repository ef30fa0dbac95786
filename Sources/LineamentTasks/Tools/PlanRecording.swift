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
    let hasThumbnails: Bool

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

    func add(_ redaction: Redaction, of image: MPImage) {
        state.withLock { state in
            state.recorder.add(redaction, in: image.size, time: nil, thumbnail: thumbnail(in: image))
            state.hasEnded = true
        }
    }

    func addFrame(_ image: MPImage, at time: Double) {
        state.withLock { $0.frames.append((time, image.size)) }
    }

    func end() { state.withLock { $0.hasEnded = true } }

    /// Adds the result of the first frame that has none.
    /// - Parameter image: The frame; `nil` if it is not at hand.
    func add(_ redaction: Redaction, ofFrame image: MPImage? = nil) {
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

extension MPImage {
    var size: CGSize { CGSize(width: pixels.width, height: pixels.height) }
}
