// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// How fast the models that tasks of this process use run on the GPU.
package enum GPUThroughput {
    /// A model, and its inferences per second for each number of them at once; `nil` where the engine runs no such number.
    package struct Rates: Sendable {
        /// The name of the model.
        package let model: String
        /// The rates, in the order of the numbers.
        package let perSecond: [Double?]
    }

    /// Measures the models, each alone.
    /// - Parameters:
    ///   - sizes: The numbers of inferences at once.
    ///   - seconds: How long each is measured.
    /// - Throws: ``LineamentError`` if a model cannot be run.
    package static func measure(_ sizes: [Int], for seconds: Double) throws -> [Rates] {
        try mappingRuntimeErrors {
            try ModelThroughput.measure(sizes, for: seconds).map { Rates(model: $0.model, perSecond: $0.rates) }
        }
    }
}
