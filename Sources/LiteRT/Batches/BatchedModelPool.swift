// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Lends places in the batches of one compiled model.
final class BatchedModelPool: ModelPool {
    let model: Model
    let threads: Int
    private let session: ONNXSession
    private let scheduler: BatchScheduler
    /// A process that was forked from it has none of its threads, nor the device.
    private let process: pid_t

    /// Creates a pool of batches of up to `capacity` inputs. Their memory is taken as they grow.
    /// - Parameters:
    ///   - session: The compiled model.
    ///   - threads: The number of threads that a caller may use.
    ///   - capacity: The most inputs of a batch.
    ///   - process: The process that may use it.
    init(_ session: ONNXSession, threads: Int, capacity: Int, process: pid_t = getpid()) {
        model = session.model
        self.session = session
        self.threads = threads
        self.process = process
        scheduler = BatchScheduler(capacity: capacity) { () throws(LiteRTError) in
            try session.batch(capacity: capacity)
        } run: { batch, part throws(LiteRTError) in
            let size = session.size(for: part.count, upTo: capacity - part.lowerBound)
            try session.run(batch.inputs, batch.outputs, from: part.lowerBound, count: size)
        }
    }

    func withModel<Result>(
        waiting limit: WaitLimit, _ body: (any CompiledModel) throws -> Result
    ) throws -> Result {
        guard getpid() == process else { throw LiteRTError.forked }
        return try scheduler.withPlace(waiting: limit) { try body(BatchedModel(model, $0)) }
    }
}

extension BatchedModelPool {
    /// Returns how many inferences per second the model does where a number of them run at once, again and again. It is compiled
    /// anew, without a bound of memory.
    /// - Parameters:
    ///   - sizes: The numbers of inferences at once.
    ///   - seconds: How long each is measured.
    /// - Returns: The rates; `nil` for a number that fails, for lack of memory for instance.
    func inferencesPerSecond(_ sizes: [Int], for seconds: Double) throws -> [Double?] {
        let session = try session.copy(threads: threads)
        return sizes.map { size in
            guard let batch = try? session.batch(capacity: size) else { return nil }
            return try? ModelThroughput.runsPerSecond(for: seconds) {
                try session.run(batch.inputs, batch.outputs, count: size)
            } * Double(size)
        }
    }
}

/// A place in a batch, as the borrower of a model sees it.
private final class BatchedModel: CompiledModel {
    let model: Model
    private let place: BatchPlace

    init(_ model: Model, _ place: BatchPlace) {
        self.model = model
        self.place = place
    }

    var inputs: [Tensor] { place.inputs }
    var outputs: [Tensor] { place.outputs }
    /// The whole graph, as far as is known: ONNX Runtime does not say which operators it leaves to the CPU.
    var delegation: GPUDelegation { .whole }

    func run() throws {
        try place.run()
        guard outputs.allSatisfy(\.isFinite) else {
            throw LiteRTError.gpu("it computed values for \(model.name) that are not numbers")
        }
    }
}
