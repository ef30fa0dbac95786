// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Counts the wrong tokens of each address, so that guessing is slow and seen in the log.
///
/// A right token is always taken at once: behind a proxy, all clients have the same address.
final class WrongTokens: Sendable {
    /// The consequences of a wrong token.
    struct Consequence: Sendable, Equatable {
        /// The time, in seconds, until the request may be answered.
        var delay = 0.0
        /// The number of wrong tokens in the last minute, if a line of the log should say so.
        var logged: Int?
    }

    private struct Count {
        var start: ContinuousClock.Instant
        var tokens = 0
    }

    /// The wrong tokens in a minute after which answers are delayed, as a person may mistype one.
    private static let freeAttempts = 10
    /// The delay of further answers, in seconds.
    private static let delay = 1.0
    private static let period = Duration.seconds(60)
    /// The number of addresses that are remembered.
    private static let maxAddresses = 10_000

    private let counts = Mutex<[String: Count]>([:])

    /// Counts a wrong token.
    /// - Parameters:
    ///   - address: The address that it comes from.
    ///   - now: The time of the request.
    func note(from address: String, at now: ContinuousClock.Instant = .now) -> Consequence {
        counts.withLock { counts in
            if counts.count >= Self.maxAddresses, counts[address] == nil {
                counts = counts.filter { now - $0.value.start < Self.period }
                if counts.count >= Self.maxAddresses { counts.removeAll() }
            }
            var count = counts[address] ?? Count(start: now)
            if now - count.start >= Self.period { count = Count(start: now) }
            count.tokens += 1
            counts[address] = count
            guard count.tokens > Self.freeAttempts else { return Consequence() }
            // The first line tells of the attempts at once, the others how many there are: 11, 110, 1100, … in a minute.
            let isLogged = [1, 10, 100, 1000, 10_000].contains { count.tokens == (Self.freeAttempts + 1) * $0 }
            return Consequence(delay: Self.delay, logged: isLogged ? count.tokens : nil)
        }
    }
}
