// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

/// A `.tflite` model that is loaded but not yet compiled.
///
/// It is immutable, so several compiled models can be created from it at once.
package final class Model: @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the runtime only reads the model.

    /// The name of the model in error messages: a file name, or the names of a bundle and its member.
    package let name: String
    /// The name, element type and shape of each input, in the model's order. Negative dimensions are dynamic.
    package let inputs: [TensorDescription]
    /// The name, element type and shape of each output, in the model's order.
    package let outputs: [TensorDescription]

    let runtime: Runtime
    let handle: LiteRtModel
    let memory: ModelMemory
    /// `nil` for a model that is not from a file.
    let identity: ModelIdentity?
    /// Whether the model may have operators that are MediaPipe's own; see ``CustomOperator``.
    let hasCustomOperators: Bool

    /// Loads a model from the bytes of a `.tflite` file.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The name of the model in error messages.
    ///   - runtime: The runtime.
    ///   - isTrusted: Whether the file is one of those that are fetched by sha256; others are checked first.
    ///   - hasCustomOperators: Whether the model may have operators that are MediaPipe's own.
    /// - Throws: ``LiteRTError`` if the bytes are not a model, or are one that the runtime must not be given.
    package convenience init(
        bytes: ModelBytes, name: String, runtime: Runtime, isTrusted: Bool = false, hasCustomOperators: Bool = false
    ) throws {
        var memory = ModelMemory(bytes)
        // The runtime reads the root offset before it verifies the buffer.
        guard memory.bytes.count >= 64, memory.bytes[4..<8].elementsEqual(ModelSchema.identifier.utf8) else {
            throw LiteRTError(
                code: .modelUnusable,
                message: "\(name) is not a usable model: it is no .tflite file, as the identifier "
                    + "\(ModelSchema.identifier) is missing. \(ModelRemedy.downloadAgain)")
        }
        if !isTrusted, let problem = ModelValidation.problem(in: memory.readable) {
            throw LiteRTError(
                code: .modelUnusable, message: "\(name) is not a usable model: \(problem). \(ModelRemedy.downloadAgain)"
            )
        }
        if hasCustomOperators {
            memory = memory.copy(writing: CustomOperatorVersions.first(in: memory.readable))
        }
        try self.init(
            memory, identity: bytes.identity, name: name, runtime: runtime, hasCustomOperators: hasCustomOperators)
    }

    private init(
        _ memory: ModelMemory, identity: ModelIdentity?, name: String, runtime: Runtime, hasCustomOperators: Bool
    ) throws {
        self.hasCustomOperators = hasCustomOperators
        self.memory = memory
        self.identity = identity
        self.name = name
        self.runtime = runtime
        handle = try Self.create(bytes: memory.bytes, name: name, runtime: runtime)
        do {
            let tensors = SubgraphReader(library: runtime.library, model: handle, name: name)
            (inputs, outputs) = try tensors.descriptions()
        } catch {
            runtime.library.destroyModel(handle)
            throw error
        }
    }

    deinit {
        runtime.library.destroyModel(handle)
    }

    private static func create(
        bytes: UnsafeRawBufferPointer, name: String, runtime: Runtime
    ) throws -> LiteRtModel {
        var model: LiteRtModel?
        try check(
            runtime.library.createModelFromBuffer(
                runtime.environment.pointer, bytes.baseAddress, bytes.count, &model),
            "LiteRtCreateModelFromBuffer", model: name)
        guard let model else { throw LiteRTError.empty("LiteRtCreateModelFromBuffer", model: name) }
        return model
    }

    /// Returns the model without the operators that only other outputs need.
    ///
    /// Its outputs are those at `positions`, in that order, and equal bit for bit.
    /// - Returns: `nil` if the model cannot be pruned; use it unchanged then.
    package func keeping(outputs positions: [Int]) -> Model? {
        guard let writes = OutputPruning.keeping(outputs: positions, of: memory.readable) else { return nil }
        return try? Model(
            memory.copy(writing: writes), identity: identity?.after(.keepingOutputs(positions)), name: name,
            runtime: runtime, hasCustomOperators: hasCustomOperators)
    }

    /// Returns the model with the slopes of its PReLU operators expanded to whole rows, which XNNPACK computes faster.
    ///
    /// All outputs are equal bit for bit.
    /// - Returns: `nil` if the model has no operators that benefit.
    package func expandingPReLU() -> Model? {
        rewritten(.expandingPReLU, PReLUExpansion.repeated(in: memory.readable))
    }

    /// Returns the model with dense weights in the place of sparse ones, which a GPU cannot expand.
    /// - Returns: `nil` if the model has no sparse weights.
    package func expandingSparseWeights() -> Model? {
        rewritten(.expandingSparseWeights, SparseWeightExpansion.expanded(in: memory.readable))
    }

    /// Returns the model with reshaping in the place of slices that drop dimensions, which a GPU has no kernel for.
    /// - Returns: `nil` if the model has no such slices.
    package func replacingSlices() -> Model? {
        rewritten(.replacingSlices, SliceReplacement.replaced(in: memory.readable))
    }

    /// Returns the model with a mean taken along the last axis where only a dimension of size 1 follows its own axis, as newer
    /// versions of XNNPACK do by themselves. It adds the values in another order.
    /// - Returns: `nil` if the model has no such mean.
    package func takingContiguousMean() -> Model? {
        guard let writes = ContiguousMean.writes(in: memory.readable) else { return nil }
        return try? Model(
            memory.copy(writing: writes), identity: identity?.after(.takingContiguousMean), name: name,
            runtime: runtime, hasCustomOperators: hasCustomOperators)
    }

    /// Returns the model with a multiplication and an addition in the place of depthwise convolutions of single pixels, as
    /// MediaPipe 0.10.21 computes them. It rounds the products.
    /// - Returns: `nil` if the model has no such convolutions.
    package func separatingScalings() -> Model? {
        rewritten(.separatingScalings, ScalingSeparation.separated(in: memory.readable))
    }

    private func rewritten(_ rewriting: ModelIdentity.Rewriting, _ bytes: [UInt8]?) -> Model? {
        guard let bytes else { return nil }
        return try? Model(
            ModelMemory(ModelBytes(bytes)), identity: identity?.after(rewriting), name: name, runtime: runtime,
            hasCustomOperators: hasCustomOperators)
    }

    /// Returns the fully convolutional model resized for images of another size.
    /// - Parameters:
    ///   - width: The width of the images.
    ///   - height: The height of the images.
    ///   - border: The number of rows and columns by which the input extends beyond the image on each side.
    /// - Throws: ``LiteRTError`` if the size does not fit the strides of the model.
    package func scaled(toWidth width: Int, height: Int, border: Int) throws -> Model {
        guard let shape = inputs.first?.shape, shape.count == 4,
            let scaled = InputResizing.scaled(
                memory.readable, from: .init(width: shape[2] - 2 * border, height: shape[1] - 2 * border),
                to: .init(width: width, height: height), border: border)
        else {
            throw LiteRTError(
                code: .modelUnusable, message: "\(name) cannot be resized for images of \(width)x\(height)")
        }
        return try Model(
            ModelMemory(ModelBytes(scaled)),
            identity: identity?.after(.scaled(width: width, height: height, border: border)), name: name,
            runtime: runtime, hasCustomOperators: hasCustomOperators)
    }

    /// Returns the bytes of a metadata entry; `nil` if the model has none of that name.
    package func metadata(named key: String) -> [UInt8]? {
        var address: UnsafeRawPointer?
        var size = 0
        guard runtime.library.getModelMetadata(handle, key, &address, &size) == 0, let address else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: address, count: size))
    }
}
