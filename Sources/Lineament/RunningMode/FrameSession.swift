// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// One video: the state that a pipeline keeps for it, and a check that timestamps increase.
final class FrameSession<Pipeline: FramePipeline>: Sendable {
    private struct State: Sendable {
        var memory: Pipeline.Memory
        var clock = FrameClock()
    }

    private let pipeline: Pipeline
    private let state: Locked<State>

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        state = Locked(State(memory: pipeline.makeMemory()))
    }

    /// Processes the next frame. Concurrent calls are serialized.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the timestamp does not increase or the orientation
    ///   is mirrored and not accepted; the state is unchanged then.
    func process(_ frame: MPImage, timestamp: Int) throws -> Pipeline.Output {
        let frame = try PipelineImage(frame, acceptsMirrored: pipeline.acceptsMirroredOrientations)
        return try state.withLock { state in
            try state.clock.advance(to: timestamp)
            return try CoreLoad.shared.call {
                try pipeline.process(frame, timestamp: timestamp, memory: &state.memory)
            }
        }
    }

    /// Starts a new video.
    func reset() {
        state.withLock { $0 = State(memory: pipeline.makeMemory()) }
    }
}
