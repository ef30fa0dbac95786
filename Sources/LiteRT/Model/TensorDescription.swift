// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

/// The name, shape and element type of a model's input or output.
package struct TensorDescription: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The dimensions, outermost first; negative if dynamic.
    package let shape: [Int]
    /// Whether the elements are float32.
    package let isFloat32: Bool
}

/// Queries the runtime for the inputs and outputs of a model.
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

    /// Creates the layout of a shape.
    init(shape: [Int]) {
        self.init()
        let sizes = shape.prefix(Int(LITERT_MAX_RANK)).map { Int32(clamping: $0) }
        rank_and_flags = UInt32(sizes.count)
        withUnsafeMutableBytes(of: &dimensions) { raw in
            let places = raw.bindMemory(to: Int32.self)
            for (index, size) in sizes.enumerated() { places[index] = size }
        }
    }

    /// Returns the layout with every dynamic dimension set to 1.
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
