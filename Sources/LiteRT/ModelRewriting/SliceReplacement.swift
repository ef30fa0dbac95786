// SPDX-License-Identifier: Apache-2.0

/// Replaces slices that take all values, and only drop dimensions of size 1, by reshaping.
///
/// The GPU has no kernel for a slice that drops a dimension, and leaves part of the model to the CPU because of it.
/// Reshaping copies the same values, so all outputs are equal bit for bit.
struct SliceReplacement {
    private let model: ModelGraph

    /// Returns the model with reshaping in the place of such slices.
    /// - Returns: `nil` if it has none, no other operator reshapes, they cannot be replaced safely, or the model is corrupt.
    static func replaced(in bytes: ModelBytes) -> [UInt8]? {
        guard let model = ModelGraph(bytes), let reshape = model.code(of: ModelSchema.Kind.reshape) else { return nil }
        let slices = model.steps.compactMap(SliceReplacement(model: model).slice)
        guard !slices.isEmpty else { return nil }
        return slices.reduce(into: bytes.copy()) { $1.write(into: &$0, code: reshape) }
    }

    /// Returns the slice to change; `nil` if it is another operator, takes a part, or drops nothing.
    private func slice(_ step: FlatBufferTable) -> DroppingSlice? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        let outputs = step.integers(ModelSchema.Operator.outputs)
        guard model.kind(of: step) == ModelSchema.Kind.stridedSlice, inputs.count == 4, outputs.count == 1,
            let source = model.shape(of: inputs[0]), let target = model.shape(of: outputs[0]),
            !target.isEmpty, target.count < source.count,
            // With strides of 1, as many values as there are must be all of them, in their order.
            source.filter({ $0 != 1 }) == target.filter({ $0 != 1 }),
            model.integers(of: inputs[3])?.allSatisfy({ $0 == 1 }) == true,
            let list = step.vector(ModelSchema.Operator.inputs), model.isUnshared(list),
            // Fields that can be read are within the model.
            step.unsigned32(ModelSchema.Operator.code) != nil, step.byte(ModelSchema.Operator.optionsKind) != nil,
            step.table(ModelSchema.Operator.options) != nil,
            let code = step.reference(to: ModelSchema.Operator.code),
            let optionsKind = step.reference(to: ModelSchema.Operator.optionsKind),
            let options = step.reference(to: ModelSchema.Operator.options)
        else { return nil }
        return DroppingSlice(
            code: code, inputCount: list.position, optionsKind: optionsKind, options: options, shape: target)
    }
}

/// A slice that drops dimensions, as positions in the model, and the dimensions that remain.
private struct DroppingSlice {
    let code: Int
    let inputCount: Int
    let optionsKind: Int
    /// The position of the offset to the options.
    let options: Int
    let shape: [Int32]

    /// Makes the operator one that reshapes its first input, and appends its options.
    func write(into model: inout [UInt8], code reshape: Int) {
        model.write(reshape, at: code)
        model.write(1, at: inputCount)
        model[optionsKind] = ModelSchema.OptionsKind.reshape
        model += [UInt8](repeating: 0, count: (4 - model.count % 4) % 4)
        // A vtable of one field, and two bytes that align the table, which has the field and then its vector.
        let vtable: [UInt8] = [6, 0, 8, 0, 4, 0, 0, 0]
        model += vtable
        let table = model.count
        model += [UInt8](repeating: 0, count: 12 + 4 * shape.count)
        model.write(vtable.count, at: table)
        model.write(4, at: table + 4)
        model.write(shape.count, at: table + 8)
        for (index, side) in shape.enumerated() { model.write(Int(side), at: table + 12 + 4 * index) }
        model.write(table - options, at: options)
    }
}
