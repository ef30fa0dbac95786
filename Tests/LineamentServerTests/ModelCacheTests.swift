// SPDX-License-Identifier: Apache-2.0
import Lineament
import Testing

@testable import LineamentServer

@Suite struct ModelCacheTests {
    private let cache = ModelCache()

    /// Returns whether models are loaded for a key.
    private func loads(_ key: ModelCache.Key) throws -> Bool {
        var isLoaded = false
        _ = try cache.value(for: key) {
            isLoaded = true
            return 0
        }
        return isLoaded
    }

    private func key(_ number: Int, isDefault: Bool = false) -> ModelCache.Key {
        ModelCache.Key(action: .task(.faceLandmarker), values: [.count(number)], isDefault: isDefault)
    }

    @Test func modelsOfDefaultOptionsStayAndTakeNoPlace() throws {
        let plain = (0..<10).map { key($0, isDefault: true) }
        for key in plain { #expect(try loads(key)) }
        #expect(try loads(key(1)))
        #expect(try !loads(key(1)))
        for key in plain { #expect(try !loads(key)) }
    }

    @Test func theLeastRecentlyUsedIsEvicted() throws {
        let keys = (1...9).map { key($0) }
        for key in keys.dropLast() { #expect(try loads(key)) }
        #expect(try !loads(keys[0]))
        #expect(try loads(keys[8]))
        #expect(try !loads(keys[0]))
        #expect(try loads(keys[1]))
    }
}
