internal import CLineamentLiteRT

/// A `.tflite` model, loaded and described but not yet compiled.
///
/// Immutable, so several compiled models may be made from it at once.
package final class Model: @unchecked Sendable {
    /// What the model is called in error messages: a file name, or bundle and member.
    package let name: String
    /// Name, element type and shape of each input, in model order. A dimension below 0 is not fixed.
    package let inputs: [TensorDescription]
    /// Name, element type and shape of each output, in model order.
    package let outputs: [TensorDescription]

    let runtime: Runtime
    let handle: LiteRtModel
    let memory: ModelMemory

    /// Loads a model from the bytes of a `.tflite` file.
    /// - Parameter isTrusted: whether the file is one of those that are fetched by sha256; others are checked first.
    /// - Throws: ``LiteRTError`` if the bytes are no model, or one that the runtime must not be given.
    package convenience init(bytes: ModelBytes, name: String, runtime: Runtime, isTrusted: Bool = false) throws {
        let memory = ModelMemory(bytes)
        if !isTrusted, let problem = ModelValidation.problem(in: memory.array()) {
            throw LiteRTError(code: .modelUnusable, message: "\(name) is not a usable model: \(problem). Get it again.")
        }
        try self.init(memory, name: name, runtime: runtime)
    }

    private init(_ memory: ModelMemory, name: String, runtime: Runtime) throws {
        self.memory = memory
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
        // The runtime reads the root offset before it verifies anything.
        guard bytes.count >= 64, bytes[4..<8].elementsEqual("TFL3".utf8) else {
            throw LiteRTError(
                code: .modelUnusable, message: "\(name) is not a .tflite model (identifier TFL3 missing)")
        }
        var model: LiteRtModel?
        try check(
            runtime.library.createModelFromBuffer(
                runtime.environment.pointer, bytes.baseAddress, bytes.count, &model),
            "LiteRtCreateModelFromBuffer", model: name)
        guard let model else { throw LiteRTError.empty("LiteRtCreateModelFromBuffer", model: name) }
        return model
    }

    /// The same model without what only other outputs than those at `positions` need; its outputs are those, in that
    /// order, and equal bit for bit.
    /// - Returns: nil if the model cannot be cut: take the whole one then.
    package func keeping(outputs positions: [Int]) -> Model? {
        guard let cut = OutputPruning.keeping(outputs: positions, of: memory.array()) else { return nil }
        return try? Model(memory.copy(writing: cut.writes), name: name, runtime: runtime)
    }

    /// The same model with the slopes of its PReLU operators laid out for whole rows, which XNNPACK computes faster; all
    /// outputs equal bit for bit.
    /// - Returns: nil if the model has none that this helps.
    package func expandingPReLU() -> Model? {
        guard let rows = PReLUExpansion.repeated(in: memory.array()) else { return nil }
        return try? Model(ModelMemory(ModelBytes(rows)), name: name, runtime: runtime)
    }

    /// The same fully convolutional model for images of another size.
    /// - Parameter border: rows and columns that the input has beyond the image on each side.
    /// - Throws: ``LiteRTError`` if the size does not fit the model's strides.
    package func scaled(toWidth width: Int, height: Int, border: Int) throws -> Model {
        guard let shape = inputs.first?.shape, shape.count == 4,
            let scaled = InputResizing.scaled(
                memory.array(), from: .init(width: shape[2] - 2 * border, height: shape[1] - 2 * border),
                to: .init(width: width, height: height), border: border)
        else {
            throw LiteRTError(
                code: .modelUnusable, message: "\(name) cannot be run on pictures of \(width)x\(height)")
        }
        return try Model(ModelMemory(ModelBytes(scaled)), name: name, runtime: runtime)
    }

    /// The bytes of a named metadata entry, nil if the model has none of that name.
    package func metadata(named key: String) -> [UInt8]? {
        var address: UnsafeRawPointer?
        var size = 0
        guard runtime.library.getModelMetadata(handle, key, &address, &size) == 0, let address else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: address, count: size))
    }
}
