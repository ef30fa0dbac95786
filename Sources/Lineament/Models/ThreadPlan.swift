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
    /// Where one run keeps all cores busy, runs go one after the other: the models use several threads nearly as well as
    /// one, and threads that have just done their part of a run wait for the next so busily that they disturb others.
    /// Where there are more cores, full rounds of them go side by side, and what is left where it keeps most cores busy.
    func sideBySide(of count: Int) -> Int {
        guard perModel > 1 else { return count }
        guard models > perModel else { return 0 }
        guard count % models <= perModel / 2 else { return count }
        return count - count % models
    }

    static let maximum = 64
}
