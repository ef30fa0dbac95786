// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// A model whose input is an image, ready to run on regions of images.
///
/// Connects the steps that every model of a pipeline shares: ``PerspectiveSampler`` fills the input tensor, a compiled
/// model from a pool runs, and the caller decodes the outputs.
struct ImageModel: Sendable {
    /// The compiled models.
    let pools: ModelPools
    /// The size and value range of the input tensor.
    let input: InputTensorSpecification
    /// The positions of the outputs to read, if the model computes more than those; `nil` for all.
    private let readOutputs: [Int]?
    private let style: GraphStyle
    /// The tensor value of each level of a channel, where it is not the sampler's.
    private let levels: [Float]?

    /// The name of the model in error messages.
    var name: String { pools.wide.model.name }

    /// Compiles a model after pruning outputs and expanding PReLU slopes where possible.
    /// - Parameters:
    ///   - model: The model.
    ///   - keptOutputs: The positions of the outputs to keep; operators that only the others need are removed. Default:
    ///     all.
    ///   - outputSizes: The allowed numbers of values of the first kept outputs.
    ///   - threading: The threads that the model may use.
    ///   - style: Whose input tensors to reproduce.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the model's tensors do not match.
    init(
        _ model: Model, keptOutputs: [Int]? = nil, outputSizes: [Set<Int>], threading: Threading,
        style: GraphStyle
    ) throws {
        guard let input = model.inputs.first, model.inputs.count == 1, input.isFloat32,
            input.shape.count == 4, input.shape[3] == 3, input.shape[1] > 0, input.shape[2] > 0
        else {
            throw LineamentError(
                .invalidArgument, "\(model.name) does not take one float32 image with three channels.")
        }
        let specification = InputTensorSpecification(
            width: input.shape[2], height: input.shape[1], range: try ModelMetadata.inputRange(of: model))
        self.input = specification
        self.style = style
        levels = style == .tasks || specification.offset == 0 ? nil : specification.fusedLevels
        let pruned = keptOutputs.flatMap(model.keeping)
        if let rewritten = (pruned ?? model).expandingPReLU() ?? pruned,
            let pools = try? ModelPools(rewritten, gpuModel: pruned ?? model, threading: threading)
        {
            self.pools = pools
            readOutputs = pruned == nil ? keptOutputs : nil
        } else {
            pools = try ModelPools(model, threading: threading)
            readOutputs = keptOutputs
        }
        let sizes = try pools.wide.withModel { try outputs(of: $0).map(\.count) }
        guard sizes.count >= outputSizes.count, zip(sizes, outputSizes).allSatisfy({ $1.contains($0) }) else {
            throw LineamentError(
                .invalidArgument,
                "\(model.name) is a model for another task: its outputs have \(sizes) values. "
                    + "Check modelAssetPath.")
        }
    }

    /// Runs the model on a region of an image and passes its outputs to `read`.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - region: The region, in pixels.
    ///   - border: The value of pixels outside the image.
    ///   - usesAllThreads: Whether this inference may use all threads.
    ///   - read: Decodes the outputs, which are only valid during the call.
    /// - Returns: The result of `read`; `nil` if the region has no area.
    /// - Throws: ``LineamentError``, with code `deadlineExceeded` if the ``Deadline`` has passed.
    func run<Result>(
        on pixels: PixelBuffer, region: PixelRegion, border: BorderMode, usesAllThreads: Bool = true,
        read: ([Tensor]) -> Result
    ) throws -> Result? {
        try Deadline.check()
        var output = input
        if levels != nil { output.range = 0...255 }
        guard let sampler = PerspectiveSampler(region: region, output: output, border: border, style: style)
        else { return nil }
        return try pools.withModel(usesAllThreads: usesAllThreads) { compiled, threads in
            compiled.inputs[0].withElements { elements in
                pixels.sample(sampler, into: elements, threads: threads)
                if let levels { for index in elements.indices { elements[index] = levels[Int(elements[index])] } }
            }
            try compiled.run()
            return read(try outputs(of: compiled))
        }
    }

    /// Returns the outputs to read, in the order in which they were requested.
    private func outputs(of compiled: any CompiledModel) throws -> [Tensor] {
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
