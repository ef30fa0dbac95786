internal import Dispatch
internal import LiteRT

/// Work on many things at once.
enum Concurrent {
    /// The results in the order of the elements, on all cores.
    /// - Throws: the error of the first element that has one, after all are done.
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

    /// The results in the order of the elements, as many at once as `threading` says.
    /// - Parameter transform: is told whether it may use all threads.
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
