// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// One of the solutions that MediaPipe had before its tasks, with the numbers of its version 0.10.21.
///
/// It processes images one after the other; a video is not told from unrelated images but by ``SolutionOptions/isStatic``.
package final class Solution: Sendable {
    private let run: @Sendable (PixelBuffer) throws -> SolutionOutput
    private let forget: @Sendable () -> Void

    /// Loads and compiles the models.
    /// - Throws: ``LineamentError`` if a model or the runtime is missing or cannot be used, or an option is not valid.
    package convenience init(_ options: SolutionOptions) throws {
        try options.checkModel()
        switch options.kind {
        case .hands: self.init(try HandSolution(options))
        case .pose: self.init(try PoseSolution(options))
        case .faceMesh: self.init(try FaceMeshSolution(options))
        case .faceDetection: self.init(try FaceDetectionSolution(options))
        case .holistic: self.init(try HolisticSolution(options))
        case .selfieSegmentation: self.init(try SelfieSolution(options))
        }
    }

    private init<Pipeline: SolutionPipeline>(_ pipeline: Pipeline) {
        let state = Locked(State(memory: pipeline.makeMemory()))
        run = { pixels in
            try state.withLock { state in try CoreLoad.shared.call { try state.process(pixels, by: pipeline) } }
        }
        forget = { state.withLock { $0.memory = pipeline.makeMemory() } }
    }

    /// Processes the next image.
    /// - Throws: ``LineamentError``.
    package func process(_ pixels: PixelBuffer) throws -> SolutionOutput { try run(pixels) }

    /// Forgets what was tracked and smoothed.
    package func reset() { forget() }

    private struct State<Memory: Sendable>: Sendable {
        /// The time from one image to the next, whichever they are: that of 30 frames a second in microseconds.
        private static var interval: Int64 { 33_333_000 }

        var memory: Memory
        private var nanoseconds: Int64 = 0

        init(memory: Memory) { self.memory = memory }

        mutating func process<Pipeline: SolutionPipeline>(
            _ pixels: PixelBuffer, by pipeline: Pipeline
        ) throws -> SolutionOutput where Pipeline.Memory == Memory {
            nanoseconds += Self.interval
            return try mappingRuntimeErrors {
                try pipeline.process(pixels, nanoseconds: nanoseconds, memory: &memory)
            }
        }
    }
}

/// The computation of a solution: from an image and what it remembers of earlier ones to a result.
protocol SolutionPipeline: Sendable {
    /// The state that is kept from one image to the next.
    associatedtype Memory: Sendable

    /// Returns the memory before the first image.
    func makeMemory() -> Memory

    /// Processes the next image.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - nanoseconds: Its timestamp.
    ///   - memory: The state from the images before.
    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout Memory) throws -> SolutionOutput
}
