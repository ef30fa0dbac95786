// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A copy of the service as a queue: requests come at random and wait in one line for as many servers as the copy has
/// cores (M/G/c, by Allen and Cunneen's approximation). docs/scale.md says what is assumed.
package struct ServiceQueue: Hashable, Sendable {
    /// The number of cores, at least 1.
    package let cores: Int
    /// The time that a request takes one core, in milliseconds.
    package let coreMilliseconds: Double
    /// How many times sooner a request that is alone is answered, because its inferences take several threads; at least 1.
    /// It adds no capacity, and one core has nothing of it.
    package let speedAlone: Double
    /// The squared coefficient of variation of the requests' work: 0 for equal images, 1 for a mix of all sizes.
    package let variation: Double

    /// Creates a queue.
    /// - Parameters:
    ///   - cores: The number of cores, at least 1.
    ///   - coreMilliseconds: The time that a request takes one core, in milliseconds.
    ///   - speedAlone: How many times sooner a request that is alone is answered, at least 1.
    ///   - variation: The squared coefficient of variation of the requests' work.
    package init(cores: Int, coreMilliseconds: Double, speedAlone: Double, variation: Double) {
        self.cores = cores
        self.coreMilliseconds = coreMilliseconds
        self.speedAlone = speedAlone
        self.variation = variation
    }

    /// The most requests per second that the copy can answer.
    package var capacity: Double { Double(cores) * 1000 / coreMilliseconds }

    /// Returns the probability that a request has to wait. Without `speedAlone`, this is Erlang's C.
    /// - Parameter rate: requests per second, less than the capacity.
    package func probabilityOfWaiting(at rate: Double) -> Double {
        let states = states(at: rate)
        return (states.within.last ?? 0) + states.beyond
    }

    /// Returns the times of answers; `nil` if more requests come than the copy can answer.
    /// - Parameter rate: requests per second.
    package func answers(at rate: Double) -> AnswerTimes? {
        guard rate < capacity else { return nil }
        let states = states(at: rate)
        let waiting = (states.within.last ?? 0) + states.beyond
        // The mean wait of those who wait in M/M/c, times the mean of both variations: 1 for arrivals at random.
        let wait = 1000 / (capacity - rate) * (1 + variation) / 2
        let busy = states.within.enumerated().map { Double($0) * $1 }.reduce(0, +) + Double(cores) * states.beyond
        let service = rate > 0 ? 1000 * busy / rate : coreMilliseconds / speedOfOne
        /// The wait that all but a part of the requests end within: those who wait do so for exponentially distributed times.
        func longestWait(of part: Double) -> Double { waiting > 0 ? wait * max(0, log(waiting / (1 - part))) : 0 }
        return AnswerTimes(
            mean: service + waiting * wait, p50: service + longestWait(of: 0.5),
            p99: service + longestWait(of: 0.99) + Self.deviationsAt99 * service * variation.squareRoot())
    }

    /// Returns the least number of copies that answer 99 of 100 requests in time, each with its part of the requests.
    /// - Parameters:
    ///   - rate: the requests per second of all copies.
    ///   - milliseconds: the time in which they are answered.
    /// - Returns: the number, at least 1; `nil` if even a request that is alone takes longer.
    package func copies(for rate: Double, within milliseconds: Double) -> Int? {
        func isEnough(_ count: Int) -> Bool {
            answers(at: rate / Double(count)).map { $0.p99 <= milliseconds } ?? false
        }
        guard let alone = answers(at: 0), alone.p99 <= milliseconds else { return nil }
        // Each doubling halves the load of a copy, until hardly anything waits.
        var enough = max(1, Int((rate / capacity).rounded(.up)))
        var tooFew = enough - 1
        while !isEnough(enough) {
            guard enough < Self.mostCopies else { return nil }
            tooFew = enough
            enough *= 2
        }
        while enough - tooFew > 1 {
            let middle = (enough + tooFew) / 2
            if isEnough(middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }

    /// How many standard deviations the 99th percentile of a normal distribution is above its mean.
    private static let deviationsAt99 = 2.33
    /// With more copies than these, a request is practically alone.
    private static let mostCopies = 1 << 40

    /// How many times faster than on one core a request is that is alone.
    private var speedOfOne: Double { cores > 1 ? speedAlone : 1 }

    /// Returns the probability of each number of requests in the copy, from none to one for each core, and of all beyond.
    private func states(at rate: Double) -> (within: [Double], beyond: Double) {
        var logarithms = [0.0]
        for number in 1...cores {
            logarithms.append(logarithms[number - 1] + log(rate / min(speed(of: number), capacity)))
        }
        // Relative to the greatest, so that a thousand cores do not overflow.
        let greatest = logarithms.max() ?? 0
        let weights = logarithms.map { exp($0 - greatest) }
        let load = rate / capacity
        let beyond = (weights.last ?? 0) * load / (1 - load)
        let total = weights.reduce(0, +) + beyond
        return (weights.map { $0 / total }, beyond / total)
    }

    /// Returns how many requests per second are answered while so many are worked on: one is faster by `speedAlone`; with one
    /// for each core, each has one.
    private func speed(of number: Int) -> Double {
        let idle = cores > 1 ? Double(cores - number) / Double(cores - 1) : 0
        return Double(number) * (1 + (speedAlone - 1) * idle) * 1000 / coreMilliseconds
    }
}

/// The times from requests to their answers, in milliseconds.
package struct AnswerTimes: Hashable, Encodable, Sendable {
    package let mean: Double
    /// The median.
    package let p50: Double
    /// The 99th percentile.
    package let p99: Double
}
