// SPDX-License-Identifier: Apache-2.0

/// How fast a model runs on a GPU.
package struct ModelThroughput: Sendable {
    /// The name of the model.
    package let model: String
    /// The inferences per second, for each number of them at once; `nil` where the engine runs no such number, or it failed.
    package let rates: [Double?]

    /// Measures the models that run on a GPU in this process, those of the same name in several bundles once.
    /// - Parameters:
    ///   - sizes: The numbers of inferences at once.
    ///   - seconds: How long each is measured.
    package static func measure(_ sizes: [Int], for seconds: Double) throws -> [ModelThroughput] {
        var measured: Set<Substring?> = []
        // Bundles share models, which keep their names in them.
        let pools = GPUModels.pools.filter { measured.insert($0.model.name.split(separator: "/").last).inserted }
        return try pools.map { pool in
            if let batched = pool as? BatchedModelPool {
                return ModelThroughput(
                    model: pool.model.name, rates: try batched.inferencesPerSecond(sizes, for: seconds))
            }
            // Others run one after another.
            let rate = try pool.withModel { compiled in try runsPerSecond(for: seconds) { try compiled.run() } }
            return ModelThroughput(model: pool.model.name, rates: sizes.map { $0 == 1 ? rate : nil })
        }
    }

    /// Returns how often per second `run` runs, after one that is not counted, in which a GPU chooses its algorithms.
    static func runsPerSecond(for seconds: Double, _ run: () throws -> Void) throws -> Double {
        try run()
        let clock = ContinuousClock()
        let start = clock.now
        var runs = 0.0
        repeat {
            try run()
            runs += 1
        } while clock.now - start < .seconds(seconds)
        return runs / ((clock.now - start) / .seconds(1))
    }
}
