/// Finds the fastest of several arrangements by trying each for some rounds.
struct ArrangementTrials {
    /// The rounds before the trials, all in the expected arrangement. Models are compiled for another one, which only pays
    /// where many rounds follow.
    static let roundsBefore = 60
    /// The rounds of an arrangement in which models are compiled and threads of the last one still spin.
    static let untimedRounds = 3
    /// The rounds after them, which are timed.
    static let timedRounds = 5
    /// The number of inferences from which all share their trials, in crowds.
    private static let manyInferences = 8

    /// The arrangements and the times of their rounds.
    private var tried: [(arrangement: InferenceArrangement, times: [Double])]
    private var roundsLeft = roundsBefore
    private var fastest: InferenceArrangement?

    /// Begins with the first of `arrangements`.
    init(_ arrangements: [InferenceArrangement]) {
        tried = arrangements.map { ($0, []) }
        if arrangements.count == 1 { fastest = arrangements[0] }
    }

    /// Returns the number under which the trials with `count` inferences are kept: that of the smallest count with the
    /// same remainder of full rounds.
    static func key(of count: Int, cores: Int) -> Int {
        count <= manyInferences ? count : manyInferences + (count - manyInferences) % cores
    }

    /// The arrangement of the next round.
    var next: InferenceArrangement {
        if let fastest { return fastest }
        let current = roundsLeft > 0 ? tried.first : tried.first { $0.times.count < Self.roundsOfTrial }
        return current?.arrangement ?? .inTurn
    }

    /// Adds the time of an inference in the round of ``next``.
    mutating func add(_ time: Double, of arrangement: InferenceArrangement) {
        guard fastest == nil else { return }
        if roundsLeft > 0 {
            roundsLeft -= 1
        } else if let index = tried.firstIndex(where: { $0.arrangement == arrangement }) {
            tried[index].times.append(time)
            guard tried.allSatisfy({ $0.times.count >= Self.roundsOfTrial }) else { return }
            fastest = tried.min { Self.median($0.times) < Self.median($1.times) }?.arrangement
        }
    }

    private static var roundsOfTrial: Int { untimedRounds + timedRounds }

    /// Returns the median of the timed rounds.
    private static func median(_ times: [Double]) -> Double {
        let sorted = times.dropFirst(untimedRounds).sorted()
        return sorted[sorted.count / 2]
    }
}
