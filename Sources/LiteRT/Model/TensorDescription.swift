internal import CLineamentLiteRT

/// Name and shape of a model's input or output.
package struct TensorDescription: Sendable, Hashable {
    package let name: String
    /// Sizes from the outermost dimension inwards; below 0 where the model leaves the size open.
    package let shape: [Int]
    package let isFloat32: Bool
}

/// Reads what the runtime knows of a model's inputs and outputs.
struct SubgraphReader {
    let library: RuntimeLibrary
    let model: LiteRtModel
    let name: String

    func descriptions() throws(LiteRTError) -> (inputs: [TensorDescription], outputs: [TensorDescription]) {
        (
            try all(library.getInputCount, library.getInput).map(description),
            try all(library.getOutputCount, library.getOutput).map(description)
        )
    }

    func inputTypes() throws(LiteRTError) -> [LiteRtRankedTensorType] {
        try all(library.getInputCount, library.getInput).map(type)
    }

    func outputTypes() throws(LiteRTError) -> [LiteRtRankedTensorType] {
        try all(library.getOutputCount, library.getOutput).map(type)
    }

    private func all(
        _ count: LiteRtGetNumSubgraphTensorsFunction, _ get: LiteRtGetSubgraphTensorFunction
    ) throws(LiteRTError) -> [LiteRtTensor] {
        var subgraph: LiteRtSubgraph?
        try check(library.getModelSubgraph(model, 0, &subgraph), "LiteRtGetModelSubgraph", model: name)
        var number = 0
        try check(count(subgraph, &number), "LiteRtGetNumSubgraphTensors", model: name)
        var tensors: [LiteRtTensor] = []
        for index in 0..<number {
            var tensor: LiteRtTensor?
            try check(get(subgraph, index, &tensor), "LiteRtGetSubgraphTensor", model: name)
            guard let tensor else { throw .empty("LiteRtGetSubgraphTensor", model: name) }
            tensors.append(tensor)
        }
        return tensors
    }

    private func type(of tensor: LiteRtTensor) throws(LiteRTError) -> LiteRtRankedTensorType {
        var type = LiteRtRankedTensorType()
        try check(library.getTensorType(tensor, &type), "LiteRtGetRankedTensorType", model: name)
        return type
    }

    private func description(of tensor: LiteRtTensor) throws(LiteRTError) -> TensorDescription {
        var text: UnsafePointer<CChar>?
        try check(library.getTensorName(tensor, &text), "LiteRtGetTensorName", model: name)
        let type = try type(of: tensor)
        return TensorDescription(
            name: text.map { String(cString: $0) } ?? "",
            shape: type.layout.shape,
            isFloat32: type.element_type == Int32(LITERT_ELEMENT_FLOAT32))
    }
}

extension LiteRtLayout {
    /// The dimensions in use.
    var shape: [Int] {
        let rank = min(Int(rank_and_flags & 0x7f), Int(LITERT_MAX_RANK))
        return withUnsafeBytes(of: dimensions) { $0.bindMemory(to: Int32.self).prefix(rank).map(Int.init) }
    }

    /// The same layout with every open dimension set to 1.
    func resolved() -> LiteRtLayout {
        var layout = self
        let rank = shape.count
        withUnsafeMutableBytes(of: &layout.dimensions) { raw in
            let sizes = raw.bindMemory(to: Int32.self)
            for index in 0..<rank where sizes[index] < 0 { sizes[index] = 1 }
        }
        return layout
    }
}
