internal import LiteRT

/// A model whose input is an image: its pool of compiled copies and the specification of its input.
struct ImageModel: Sendable {
    /// Compiled models that use all the threads that were asked for.
    let pool: CompiledModelPool
    /// Compiled models of one thread each, for several regions at once.
    private let singleThreadPool: SingleThreadPool
    let input: InputTensorSpecification
    /// The outputs that are read, where the model computes more; nil for all.
    private let readOutputs: [Int]?

    var name: String { pool.model.name }

    /// - Parameters:
    ///   - keptOutputs: positions of the outputs that are read; what only the others need is not computed. Default: all.
    ///   - outputSizes: how many values each of the first of those outputs must have.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model has other tensors.
    init(_ model: Model, keptOutputs: [Int]? = nil, outputSizes: [Set<Int>], threading: Threading) throws {
        guard let input = model.inputs.first, model.inputs.count == 1, input.isFloat32,
            input.shape.count == 4, input.shape[3] == 3, input.shape[1] > 0, input.shape[2] > 0
        else {
            throw LineamentError(
                .invalidArgument, "\(model.name) does not take one float32 image with three channels.")
        }
        self.input = InputTensorSpecification(
            width: input.shape[2], height: input.shape[1], range: try ModelMetadata.inputRange(of: model))
        func pool(_ model: Model) throws -> CompiledModelPool {
            try CompiledModelPool(model, threads: threading.threadsPerRun, capacity: threading.concurrentRuns)
        }
        let pruned = keptOutputs.flatMap(model.keeping)
        if let rewritten = (pruned ?? model).expandingPReLU() ?? pruned, let rewrittenPool = try? pool(rewritten) {
            self.pool = rewrittenPool
            readOutputs = pruned == nil ? keptOutputs : nil
        } else {
            self.pool = try pool(model)
            readOutputs = keptOutputs
        }
        singleThreadPool = SingleThreadPool(wide: self.pool)
        let sizes = try self.pool.withModel { try outputs(of: $0).map(\.count) }
        guard sizes.count >= outputSizes.count, zip(sizes, outputSizes).allSatisfy({ $1.contains($0) }) else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is a model for another task: its outputs have \(sizes) values. "
                    + "Check modelAssetPath.")
        }
    }

    /// Runs the model on a region of an image and passes its outputs to `read`.
    /// - Parameter usesAllThreads: whether this inference may use all threads.
    /// - Returns: nil if the region has no area.
    func run<Result>(
        on pixels: PixelBuffer, region: PixelRegion, border: BorderMode, usesAllThreads: Bool = true,
        read: ([Tensor]) -> Result
    ) throws -> Result? {
        guard let sampler = PerspectiveSampler(region: region, output: input, border: border) else { return nil }
        return try mappingRuntimeErrors {
            try (usesAllThreads ? pool : singleThreadPool.pool()).withModel { compiled in
                compiled.inputs[0].withElements {
                    pixels.sample(sampler, into: $0, threads: usesAllThreads ? pool.threads : 1)
                }
                try compiled.run()
                return read(try self.outputs(of: compiled))
            }
        }
    }

    private func outputs(of compiled: CompiledModel) throws -> [Tensor] {
        guard let readOutputs else { return compiled.outputs }
        guard readOutputs.allSatisfy(compiled.outputs.indices.contains) else {
            throw LineamentError(
                .invalidArgument,
                "\(name) is a model for another task: it has \(compiled.outputs.count) outputs. Check modelAssetPath."
            )
        }
        return readOutputs.map { compiled.outputs[$0] }
    }
}

/// The single-thread pool of a model, made when it is first needed: most images show one face.
final class SingleThreadPool: Sendable {
    private let wide: CompiledModelPool
    private let made = Locked<CompiledModelPool?>(nil)

    init(wide: CompiledModelPool) { self.wide = wide }

    func pool() throws -> CompiledModelPool {
        guard wide.threads > 1 else { return wide }
        return try made.withLock { made in
            if let made { return made }
            let pool = try CompiledModelPool(wide.model, threads: 1, capacity: wide.capacity)
            made = pool
            return pool
        }
    }
}
