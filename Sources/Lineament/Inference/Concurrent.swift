internal import Dispatch
internal import LiteRT

/// Maps collections in parallel.
enum Concurrent {
    /// Returns the transformed elements in order, using all cores.
    /// - Throws: The error of the first element, in order, whose transform threw, after all have finished.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        guard elements.count > 1 else { return try elements.map(transform) }
        let results = Locked([Result<Output, any Error>?](repeating: nil, count: elements.count))
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let result = Result { try transform(elements[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }

    /// Returns the transformed elements in order, with as many inferences at once as `threading` allows.
    /// - Parameters:
    ///   - elements: The elements, such as regions of an image.
    ///   - threading: The threads that inferences may use.
    ///   - transform: Runs one inference; its second argument says whether it may use all threads.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ threading: Threading,
        _ transform: @Sendable (Element, _ usesAllThreads: Bool) throws -> Output
    ) throws -> [Output] {
        let count = threading.concurrentCount(of: elements.count)
        if count == 0 { return try elements.map { try transform($0, true) } }
        let together = try map(Array(elements.prefix(count))) { try transform($0, elements.count == 1) }
        return together + (try elements.dropFirst(count).map { try transform($0, true) })
    }
}
