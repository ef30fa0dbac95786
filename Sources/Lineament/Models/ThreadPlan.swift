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

    /// Whether `count` things are done sooner side by side, each by one thread, than one after the other by all.
    ///
    /// The models use up to four threads nearly as well as one, so side by side pays where there are more cores than that,
    /// or so many things that the last ones do not keep most cores waiting.
    func favoursSideBySide(_ count: Int) -> Bool {
        count > 1 && (perModel == 1 || models > perModel || count >= 4 * models)
    }

    /// The same with one thread a run, for models too small to share out.
    var narrow: ThreadPlan { ThreadPlan(perModel: 1, models: models) }

    private init(perModel: Int, models: Int) {
        self.perModel = perModel
        self.models = models
    }

    static let maximum = 64
}
