// SPDX-License-Identifier: Apache-2.0

/// The arrangement of several inferences: which of them run at once.
enum InferenceArrangement: Sendable {
    /// None: each may use all threads.
    case inTurn
    /// As many as there are cores, again and again; the remaining ones run in turn.
    case inFullRounds
    /// All, on a thread each.
    case atOnce

    /// Returns how many of `count` inferences run at once, on one thread each.
    func countAtOnce(of count: Int, cores: Int) -> Int {
        switch self {
        case .inTurn: 0
        case .inFullRounds: count - count % cores
        case .atOnce: count
        }
    }

    /// Returns the arrangements that differ for `count` inferences, the one to expect the most of first.
    static func all(of count: Int, _ threading: Threading, cores: Int) -> [Self] {
        let threads = threading.isFixed ? threading.threadsPerRun : min(threading.threadsPerRun, cores)
        if threads == 1 { return [.atOnce] }
        // Models scale nearly linearly, so what keeps all cores busy alone runs alone.
        let expected: Self =
            if cores <= threads {
                .inTurn
            } else if count % cores <= threads / 2 {
                .inFullRounds
            } else {
                .atOnce
            }
        // A GPU runs one after another in any case.
        if threading.gpu != nil { return [expected] }
        var arrangements = [Self]()
        var counts = Set<Int>()
        for arrangement in [expected, .inTurn, .inFullRounds, .atOnce]
        where counts.insert(arrangement.countAtOnce(of: count, cores: cores)).inserted {
            arrangements.append(arrangement)
        }
        return arrangements
    }
}
