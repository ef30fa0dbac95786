internal import Dispatch
internal import Synchronization

/// Work on many things at once.
enum Concurrent {
    /// The results in the order of the elements; on all cores if there are several, or one after the other.
    /// - Throws: the error of the first element that has one, after all are done.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], sideBySide: Bool = true, _ work: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        guard sideBySide, elements.count > 1 else { return try elements.map(work) }
        let results = Mutex([Result<Output, any Error>?](repeating: nil, count: elements.count))
        DispatchQueue.concurrentPerform(iterations: elements.count) { index in
            let result = Result { try work(elements[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { $0 }.compactMap { try $0?.get() }
    }
}
