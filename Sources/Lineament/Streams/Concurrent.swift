internal import LiteRT
internal import Dispatch

/// Work on many things at once.
enum Concurrent {
    /// The results in the order of the elements, on all cores.
    /// - Throws: the error of the first element that has one, after all are done.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ work: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        guard elements.count > 1 else { return try elements.map(work) }
        let results = Guarded([Result<Output, any Error>?](repeating: nil, count: elements.count))
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let result = Result { try work(elements[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }

    /// The results in the order of the elements, as many side by side as the plan says.
    /// - Parameter work: is told whether it is alone, so that all threads may work for it.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ plan: ThreadPlan, _ work: @Sendable (Element, _ isAlone: Bool) throws -> Output
    ) throws -> [Output] {
        let count = plan.sideBySide(of: elements.count)
        if count == 0 { return try elements.map { try work($0, true) } }
        let together = try map(Array(elements.prefix(count))) { try work($0, elements.count == 1) }
        return together + (try elements.dropFirst(count).map { try work($0, true) })
    }
}
