internal import CLineamentKernels
internal import Dispatch
internal import Foundation
internal import LiteRT

/// The number of threads of an inference, and the number of inferences that may run at once.
struct Threading: Sendable, Hashable {
    /// The maximum number of threads of an inference.
    static let maximum = 64

    /// The number of threads of one inference.
    let threadsPerRun: Int
    /// The maximum number of inferences at once: one per core.
    let concurrentRuns: Int

    /// Checks the requested number of threads.
    /// - Parameter requested: The threads of one inference; 0 for one per core, but at most four, beyond which the
    ///   models gain little.
    /// - Throws: ``LineamentError`` with code `invalidArgument` if the number is out of range.
    init(requested: Int) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        let cores = Cores.available
        threadsPerRun = requested == 0 ? min(4, cores) : requested
        concurrentRuns = max(1, cores)
    }

    /// Returns how many of `count` inferences should run at once, each on one thread; the rest then run one after
    /// another on all threads.
    ///
    /// If one inference keeps all cores busy, inferences run one after another: the models scale nearly linearly, and
    /// idle workers of a thread pool spin so hard that concurrent inferences slow each other down. With more cores,
    /// full rounds run at once, and so does an incomplete last round if it keeps most cores busy.
    func concurrentCount(of count: Int) -> Int {
        if CoreSharing.isActive { return 0 }
        guard threadsPerRun > 1 else { return count }
        guard concurrentRuns > threadsPerRun else { return 0 }
        guard count % concurrentRuns <= threadsPerRun / 2 else { return count }
        return count - count % concurrentRuns
    }
}

/// The number of processors that this process may use: those in its affinity mask, limited by the CPU quota of its
/// container.
package enum Cores {
    /// The number of usable processors, at least 1.
    package static let available = max(1, min(bound ?? ProcessInfo.processInfo.activeProcessorCount, quota ?? .max))

    /// The number of processors in the affinity mask, as set by `taskset`, for example; `nil` if unknown.
    private static var bound: Int? {
        let count = Int(lineament_bound_cores())
        return count > 0 ? count : nil
    }

    /// The CPU quota of the container, rounded up; `nil` if there is none.
    ///
    /// The file contains the quota and the period in microseconds, such as "150000 100000" or, without a quota, "max
    /// 100000".
    private static var quota: Int? {
        guard let text = try? String(contentsOfFile: "/sys/fs/cgroup/cpu.max", encoding: .utf8) else { return nil }
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2, numbers[1] > 0 else { return nil }
        return Int((numbers[0] / numbers[1]).rounded(.up))
    }
}

/// Whether the work of the current thread shares the cores with other work.
package enum CoreSharing {
    /// If true, an image is processed on one thread, which gives the highest throughput while other images are being
    /// processed. The results do not depend on it.
    @TaskLocal package static var isActive = false
}

/// Loops and maps collections in parallel.
package enum Concurrent {
    /// Calls `body` with each index, on all cores; one after the other in a forked process, which has no threads for it.
    package static func perform(iterations count: Int, _ body: @Sendable (Int) -> Void) {
        guard ForkGuard.dispatch.isOriginalProcess else { return (0..<count).forEach(body) }
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    /// Returns the transformed elements in order, using all cores.
    /// - Throws: The error of the first element, in order, whose transform threw, after all have finished;
    ///   ``LineamentError`` with code `deadlineExceeded`.
    static func map<Element: Sendable, Output: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) throws -> Output
    ) throws -> [Output] {
        let deadline = Deadline.current
        guard elements.count > 1, !CoreSharing.isActive else {
            return try elements.map { element in
                try deadline?.check()
                return try transform(element)
            }
        }
        let results = Locked([Result<Output, any Error>?](repeating: nil, count: elements.count))
        perform(iterations: elements.count) { index in
            let result = Result {
                try deadline?.check()
                return try transform(elements[index])
            }
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
        func alone(_ element: Element) throws -> Output {
            try Deadline.check()
            return try transform(element, true)
        }
        if count == 0 { return try elements.map(alone) }
        let together = try map(Array(elements.prefix(count))) { try transform($0, elements.count == 1) }
        return together + (try elements.dropFirst(count).map(alone))
    }
}
