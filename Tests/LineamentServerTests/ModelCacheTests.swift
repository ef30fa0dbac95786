import Testing

@testable import LineamentServer

@Suite struct ModelCacheTests {
    private let cache = ModelCache()

    /// Returns whether models are loaded for a key.
    private func loads(_ key: String) throws -> Bool {
        var isLoaded = false
        _ = try cache.value(for: key) {
            isLoaded = true
            return key
        }
        return isLoaded
    }

    @Test func modelsOfDefaultOptionsStayAndTakeNoPlace() throws {
        let plain = (0..<10).map { "task\($0)" }
        for key in plain { #expect(try loads(key)) }
        #expect(try loads("task&numFaces=1"))
        #expect(try !loads("task&numFaces=1"))
        for key in plain { #expect(try !loads(key)) }
    }

    @Test func theLeastRecentlyUsedIsEvicted() throws {
        let keys = (1...9).map { "task&numFaces=\($0)" }
        for key in keys.dropLast() { #expect(try loads(key)) }
        #expect(try !loads(keys[0]))
        #expect(try loads(keys[8]))
        #expect(try !loads(keys[0]))
        #expect(try loads(keys[1]))
    }
}
