// SPDX-License-Identifier: Apache-2.0

/// An engine whose compiled models run one inference at a time, so that several copies serve several callers.
protocol CopyingEngine: Engine {
    /// Compiles a copy.
    /// - Parameter weights: The packed weights that copies share; `nil` for weights of its own.
    func compile(_ model: Model, threads: Int, weights: SharedWeights?) throws(LiteRTError) -> any CompiledModel
}

extension CopyingEngine {
    package func pool(of model: Model, threads: Int, capacity: Int) throws -> any ModelPool {
        try CompiledModelPool(model, engine: self, threads: threads, capacity: capacity)
    }
}

/// LiteRT on the CPU.
package struct CPUEngine: CopyingEngine {
    package init() {}

    package var name: String { "LiteRT" }
    package var identity: EngineIdentity { .liteRT }

    func compile(_ model: Model, threads: Int, weights: SharedWeights?) throws(LiteRTError) -> any CompiledModel {
        try LiteRTCompiledModel(model, threads: threads, weights: weights)
    }
}

/// LiteRT's accelerator on the GPU of the process.
package struct AcceleratorEngine: CopyingEngine {
    private let gpu: GPU
    private let precision: GPUPrecision

    /// Takes a GPU, and the floats that it is to compute in.
    package init(_ gpu: GPU, precision: GPUPrecision) {
        self.gpu = gpu
        self.precision = precision
    }

    package var name: String { "LiteRT's accelerator" }
    package var identity: EngineIdentity { .accelerator(precision) }

    /// Sparse weights are expanded, and slices without a kernel replaced. All tasks share one copy, and take turns.
    package func pool(of model: Model, threads: Int, capacity: Int) throws -> any ModelPool {
        let dense = model.expandingSparseWeights() ?? model
        return try CompiledModelPool(dense.replacingSlices() ?? dense, engine: self, threads: threads, capacity: 1)
    }

    func compile(_ model: Model, threads: Int, weights: SharedWeights?) throws(LiteRTError) -> any CompiledModel {
        try LiteRTCompiledModel(model, threads: threads, gpu: gpu, precision: precision)
    }
}
