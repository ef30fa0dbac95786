internal import Foundation

/// Answers lines of "case rounds" on standard input with the milliseconds of each round.
/// - Parameter makeRound: gives what one round of a case does; asked once a case.
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
