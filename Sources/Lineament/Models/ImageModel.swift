internal import LiteRT

/// A model that looks at a picture: its pool of compiled copies and what its input must look like.
struct ImageModel: Sendable {
    /// Compiled models that use all threads that were asked for.
    let pool: CompiledModelPool
    /// Compiled models of one thread each, for several regions at once.
    private let narrowPool: NarrowPool
    let image: TensorImage
    /// Which outputs are read, where the model computes more; nil for all.
    private let readOutputs: [Int]?

    var name: String { pool.model.name }

    /// - Parameters:
    ///   - keptOutputs: positions of the outputs that are read; what only the others need is not computed. Default: all.
    ///   - outputSizes: how many values each of the first of those outputs must have.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model has other tensors.
    init(_ model: Model, keptOutputs: [Int]? = nil, outputSizes: [Set<Int>], threads: ThreadPlan) throws {
        guard let input = model.inputs.first, model.inputs.count == 1, input.isFloat32,
            input.shape.count == 4, input.shape[3] == 3, input.shape[1] > 0, input.shape[2] > 0
        else {
            throw LineamentError(
                .invalidArgument, "\(model.name) does not take one float32 picture with three channels.")
        }
        image = TensorImage(
            width: input.shape[2], height: input.shape[1], range: try ModelMetadata.inputRange(of: model))
        func pool(_ model: Model) throws -> CompiledModelPool {
            try CompiledModelPool(model, threads: threads.perModel, capacity: threads.models)
        }
        let cut = keptOutputs.flatMap(model.keeping)
        if let light = (cut ?? model).repeatingSlopes() ?? cut, let lightPool = try? pool(light) {
            self.pool = lightPool
            readOutputs = cut == nil ? keptOutputs : nil
        } else {
            self.pool = try pool(model)
            readOutputs = keptOutputs
        }
        narrowPool = NarrowPool(wide: self.pool)
        let sizes = try self.pool.withModel { try outputs(of: $0).map(\.elements.count) }
        guard sizes.count >= outputSizes.count, zip(sizes, outputSizes).allSatisfy({ $1.contains($0) }) else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is a model for something else: its outputs have \(sizes) values. "
                    + "Check modelAssetPath.")
        }
    }

    /// Runs the model on a region of a picture and hands its outputs to `read`.
    /// - Parameter isAlone: whether no other region is worked on meanwhile, so that all threads may work on this one.
    /// - Returns: nil if the region has no area.
    func run<Result>(
        on pixels: PixelBuffer, region: PixelRegion, border: BorderMode, isAlone: Bool = true,
        read: ([Tensor]) -> Result
    ) throws -> Result? {
        guard let warp = Warp(region: region, target: image, border: border) else { return nil }
        return try restatingRuntimeErrors {
            try (isAlone ? pool : narrowPool.pool()).withModel { compiled in
                pixels.sample(warp, into: compiled.inputs[0].elements, threads: isAlone ? pool.threads : 1)
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
                "\(name) is a model for something else: it has \(compiled.outputs.count) outputs. Check modelAssetPath."
            )
        }
        return readOutputs.map { compiled.outputs[$0] }
    }
}
