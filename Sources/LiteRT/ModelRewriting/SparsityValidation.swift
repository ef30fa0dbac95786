// SPDX-License-Identifier: Apache-2.0

/// Checks the layout of sparse weights, which the runtime follows without looking when it expands them.
///
/// The layout, `SparsityParameters` in TensorFlow Lite's schema, is a tree with one level for each dimension of the tensor,
/// in traversal order, and one for each dimension that is divided into blocks. A dense level visits every index. A sparse
/// level lists, for each node above it, the range of its own nodes (`segments`) and their indices.
struct SparsityValidation {
    private static let maxNodes = 1 << 26

    private let shape: [Int]
    private let order: [Int]
    /// The dimensions that are divided into blocks, in ascending order.
    private let blockMap: [Int]
    private let levels: [FlatBufferTable]

    /// Returns whether a layout fits the shape of its tensor and the number of values that are stored.
    /// - Parameter budget: The number of segments and indices that may still be read, which bounds the time: tables of a file
    ///   can share them.
    static func isValid(
        _ sparsity: FlatBufferTable, shape: [Int], storedValues: Int, budget: inout Int
    ) -> Bool {
        guard let layout = SparsityValidation(sparsity, shape: shape), let nodes = layout.nodes(budget: &budget) else {
            return false
        }
        return nodes <= storedValues
    }

    /// Returns the place of each stored value in the dense tensor, in row-major order; `nil` if the layout is damaged.
    static func places(_ sparsity: FlatBufferTable, shape: [Int], storedValues: Int) -> [Int]? {
        var budget = maxNodes
        guard isValid(sparsity, shape: shape, storedValues: storedValues, budget: &budget),
            let layout = SparsityValidation(sparsity, shape: shape), let extents = layout.extents
        else { return nil }
        var places = [0]
        for (level, (extent, step)) in zip(layout.levels, zip(extents, layout.steps)) {
            places = Self.places(of: level, below: places, extent: extent, step: step)
        }
        return places
    }

    private init?(_ sparsity: FlatBufferTable, shape: [Int]) {
        self.shape = shape
        order = sparsity.integers(ModelSchema.Sparsity.traversalOrder).map(Int.init)
        blockMap = sparsity.integers(ModelSchema.Sparsity.blockMap).map(Int.init)
        levels = sparsity.tables(ModelSchema.Sparsity.levels)
        let rank = shape.count
        guard rank > 0, shape.allSatisfy({ $0 > 0 }), order.count == rank + blockMap.count, levels.count == order.count,
            levels.suffix(blockMap.count).allSatisfy({ Self.format(of: $0) == ModelSchema.Level.dense }),
            order.prefix(rank).sorted() == Array(0..<rank), Array(order.dropFirst(rank)) == Array(rank..<order.count),
            blockMap.allSatisfy((0..<rank).contains), zip(blockMap, blockMap.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
    }

    /// Returns the number of values that the layout refers to; `nil` if it is damaged.
    private func nodes(budget: inout Int) -> Int? {
        guard let extents else { return nil }
        var nodes = 1
        for (level, extent) in zip(levels, extents) {
            guard let next = Self.nodes(of: level, below: nodes, extent: extent, budget: &budget),
                next <= Self.maxNodes
            else { return nil }
            nodes = next
        }
        return nodes
    }

    /// The number of indices at each level: blocks of a dimension, then values of a block.
    private var extents: [Int]? {
        let blockSizes = levels.suffix(blockMap.count).map(Self.denseSize)
        var blocked = shape
        for (dimension, size) in zip(blockMap, blockSizes) {
            guard size > 0, shape[dimension] % size == 0 else { return nil }
            blocked[dimension] = shape[dimension] / size
        }
        return order.prefix(shape.count).map { blocked[$0] } + blockSizes
    }

    /// The distance in the dense tensor between neighbors of each level.
    private var steps: [Int] {
        var strides = [Int](repeating: 1, count: shape.count)
        for dimension in shape.indices.dropLast().reversed() {
            strides[dimension] = strides[dimension + 1] * shape[dimension + 1]
        }
        var blocks = [Int](repeating: 1, count: shape.count)
        for (dimension, level) in zip(blockMap, levels.suffix(blockMap.count)) {
            blocks[dimension] = Self.denseSize(level)
        }
        return order.prefix(shape.count).map { strides[$0] * blocks[$0] } + blockMap.map { strides[$0] }
    }

    /// Returns the places of the nodes of a level that is valid, given those of the level above.
    private static func places(of level: FlatBufferTable, below parents: [Int], extent: Int, step: Int) -> [Int] {
        guard format(of: level) == ModelSchema.Level.sparse else {
            return parents.flatMap { parent in (0..<extent).map { parent + $0 * step } }
        }
        let segments = indices(level, ModelSchema.Level.segments)
        let indices = indices(level, ModelSchema.Level.indices)
        return parents.enumerated().flatMap { index, parent in
            indices[segments[index]..<segments[index + 1]].map { parent + $0 * step }
        }
    }

    private static func format(of level: FlatBufferTable) -> UInt8 {
        level.byte(ModelSchema.Level.format) ?? ModelSchema.Level.dense
    }

    private static func denseSize(_ level: FlatBufferTable) -> Int {
        Int(Int32(bitPattern: level.unsigned32(ModelSchema.Level.denseSize) ?? 0))
    }

    /// Returns the number of nodes at a level, given the number at the level above; `nil` if the level is damaged.
    private static func nodes(
        of level: FlatBufferTable, below parents: Int, extent: Int, budget: inout Int
    ) -> Int? {
        switch format(of: level) {
        case ModelSchema.Level.dense:
            return denseSize(level) == extent ? parents * extent : nil
        case ModelSchema.Level.sparse:
            for field in [ModelSchema.Level.segments, ModelSchema.Level.indices] {
                budget -= level.table(field + 1)?.vector(ModelSchema.IndexVector.values, elementSize: 1)?.count ?? 0
            }
            guard budget >= 0 else { return nil }
            let segments = indices(level, ModelSchema.Level.segments)
            let indices = indices(level, ModelSchema.Level.indices)
            guard segments.count > parents, segments[0] == 0,
                zip(segments, segments.dropFirst()).allSatisfy({ $0 <= $1 }), segments[parents] <= indices.count,
                indices.allSatisfy((0..<extent).contains)
            else { return nil }
            return segments[parents]
        default:
            return nil
        }
    }

    /// Returns the integers of a `SparseIndexVector`, whose kind is in `field` and whose table is in the next one.
    private static func indices(_ level: FlatBufferTable, _ field: Int) -> [Int] {
        guard let table = level.table(field + 1) else { return [] }
        switch level.byte(field) {
        case ModelSchema.IndexVector.int32: return table.integers(ModelSchema.IndexVector.values).map(Int.init)
        case ModelSchema.IndexVector.uint16: return table.unsignedIntegers(ModelSchema.IndexVector.values, size: 2)
        case ModelSchema.IndexVector.uint8: return table.unsignedIntegers(ModelSchema.IndexVector.values, size: 1)
        default: return []
        }
    }
}
