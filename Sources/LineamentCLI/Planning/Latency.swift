// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser

/// A time with its unit, such as `500ms` or `0.5s`.
struct Latency: Hashable, ExpressibleByArgument {
    let milliseconds: Double

    init?(argument: String) {
        guard let found = argument.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?)(ms|s)/), let number = Double(found.1)
        else { return nil }
        milliseconds = found.2 == "s" ? number * 1000 : number
        guard milliseconds > 0, milliseconds <= Self.most else { return nil }
    }

    /// Ten days; longer ones are certainly typos.
    private static let most = 864e6
}
