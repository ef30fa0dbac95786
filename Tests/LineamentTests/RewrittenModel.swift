// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Lineament
@testable import LiteRT

extension ModelBundle {
    /// Returns the bundle that tests use.
    static func ofTests(_ name: String) throws -> ModelBundle {
        try ModelBundle(bytes: #require(ModelBytes(contentsOf: TestData.model(name))), name: name)
    }
}

extension Model {
    /// Checks that the model takes and gives what another does, and compares their results.
    func probe(against original: Model) throws -> GPUProbe {
        #expect(inputs == original.inputs)
        #expect(outputs == original.outputs)
        #expect(identity != original.identity)
        return try GPUProbe.run(
            CompiledModelPool(self, threads: 1, capacity: 1),
            against: CompiledModelPool(original, threads: 1, capacity: 1))
    }
}
