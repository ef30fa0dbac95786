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
        let cores = Cores.available
        perModel = requested == 0 ? min(4, cores) : requested
        models = max(1, cores)
    }

    /// How many of `count` things are done side by side, each by one thread; the rest one after the other, by all threads.
    ///
    /// Full rounds of the cores go side by side. The models use several threads nearly as well as one, so what is left goes
    /// one after the other where it would keep most cores waiting.
    func sideBySide(of count: Int) -> Int {
        guard perModel > 1, count % models <= perModel / 2 else { return count }
        return count - count % models
    }

    static let maximum = 64
}
