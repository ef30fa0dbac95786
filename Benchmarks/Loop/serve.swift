// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Answers each line "case rounds" on standard input with the duration of each round, in milliseconds.
/// - Parameter makeRound: returns the body of a round; called once per case.
public func serve(_ makeRound: (_ name: String) throws -> () throws -> Void) throws {
    var rounds: [String: () throws -> Void] = [:]
    while let line = readLine() {
        let words = line.split(separator: " ")
        guard words.count == 2, let count = Int(words[1]) else { continue }
        let name = String(words[0])
        let body = try rounds[name] ?? makeRound(name)
        rounds[name] = body
        let clock = ContinuousClock()
        let times = try (0..<count).map { _ in try clock.measure(body) / .milliseconds(1) }
        print(times.map { "\($0)" }.joined(separator: " "))
        fflush(nil)
    }
}
