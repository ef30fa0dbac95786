internal import Foundation

/// How many threads a model run uses, and how many runs may go on at once.
struct ThreadPlan: Sendable, Hashable {
    let perModel: Int
    let models: Int

    /// - Parameter requested: threads for one run; 0 for as many as are of use, which is up to four.
    init(requested: Int) throws {
        guard (0...Self.maximum).contains(requested) else {
            throw LineamentError(
                .invalidArgument, "numThreads must be 0 (automatic) to \(Self.maximum), not \(requested).")
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        perModel = requested == 0 ? min(4, cores) : requested
        models = max(1, cores)
    }

    static let maximum = 64
}
