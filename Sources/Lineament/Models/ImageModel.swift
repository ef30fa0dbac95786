internal import LiteRT

/// A model that looks at a picture: its pool of compiled copies and what its input must look like.
struct ImageModel: Sendable {
    let pool: CompiledModelPool
    let image: TensorImage

    var name: String { pool.model.name }

    /// - Parameters:
    ///   - outputs: how many values each of the first outputs must have.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model has other tensors.
    init(_ model: Model, outputSizes: [Set<Int>], threads: ThreadPlan) throws {
        guard let input = model.inputs.first, model.inputs.count == 1, input.isFloat32,
            input.shape.count == 4, input.shape[3] == 3, input.shape[1] > 0, input.shape[2] > 0
        else {
            throw LineamentError(
                .invalidArgument, "\(model.name) does not take one float32 picture with three channels.")
        }
        image = TensorImage(
            width: input.shape[2], height: input.shape[1], range: try ModelMetadata.inputRange(of: model))
        pool = try CompiledModelPool(model, threads: threads.perModel, capacity: threads.models)
        let sizes = try pool.withModel { $0.outputs.map(\.elements.count) }
        guard sizes.count >= outputSizes.count, zip(sizes, outputSizes).allSatisfy({ $1.contains($0) }) else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is a model for something else: its outputs have \(sizes) values. "
                    + "Check modelAssetPath.")
        }
    }

    /// Runs the model on a region of a picture and hands its outputs to `read`.
    /// - Returns: nil if the region has no area.
    func run<Result>(
        on pixels: PixelBuffer, region: PixelRegion, border: BorderMode, read: ([Tensor]) -> Result
    ) throws -> Result? {
        guard let warp = Warp(region: region, target: image, border: border) else { return nil }
        return try restatingRuntimeErrors {
            try pool.withModel { compiled in
                pixels.sample(warp, into: compiled.inputs[0].elements)
                try compiled.run()
                return read(compiled.outputs)
            }
        }
    }
}
